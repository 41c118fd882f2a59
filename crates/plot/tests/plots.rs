//! Pictures: the same bytes every time, every text in its own place on the sheet.

use drystone_plot::{Content, HeatMap, Panel, Plot, Series, Style};

fn heat_map(title: &str, values: Vec<Vec<f64>>) -> HeatMap {
    let columns = values[0].len();
    HeatMap {
        title: title.into(),
        axes: ["rho".into(), "Hz".into()],
        columns: (0..columns).map(|k| format!("1e-{}", k + 3)).collect(),
        rows: (1..=values.len()).map(|k| format!("{}", 100 * k)).collect(),
        values,
    }
}

fn series(name: &str, style: Style, points: &[(f64, f64)]) -> Series {
    Series {
        name: name.into(),
        points: points.into(),
        style,
    }
}

fn panel(heading: &str, logarithmic: bool, series: Vec<Series>) -> Panel {
    Panel {
        heading: heading.into(),
        axis: "angular momentum, kg m/s".into(),
        logarithmic,
        series,
    }
}

fn pictures() -> Vec<Plot> {
    let tiny = vec![vec![1.2e-10, 0.0, f64::NAN], vec![3e-3, 0.25, 13.94]];
    let wide = (0..200).map(|k| f64::from(k) * 0.01);
    let wave: Vec<(f64, f64)> = wide.map(|t| (t, (8.0 * t).sin() * (-t).exp())).collect();
    let spread = |about: f64| -> Vec<f64> {
        let part =
            |k: i32| about * (0.5 + f64::from(k % 37) / 37.0) * (1.0 + 0.1 * f64::from(k % 11));
        (0..1000).map(part).collect()
    };
    let contents = [
        Content::HeatMaps {
            panels: vec![
                heat_map("single level", tiny.clone()),
                heat_map(
                    "a method with a name that is longer than its panel is wide",
                    tiny,
                ),
            ],
            what: "part < 1 & \"failed\"".into(),
            logarithmic: true,
        },
        Content::HeatMaps {
            panels: vec![heat_map("nothing", vec![vec![0.0; 6]; 6])],
            what: "m".into(),
            logarithmic: false,
        },
        Content::Histogram {
            series: vec![
                ("single level".into(), spread(2e-5)),
                ("bilevel, as published".into(), spread(3e-3)),
            ],
            what: "time of a step, s".into(),
            logarithmic: true,
        },
        Content::Lines {
            series: vec![
                ("height".into(), wave.clone()),
                (
                    "half of it".into(),
                    wave.iter().map(|p| (p.0, p.1 / 2.0)).collect(),
                ),
                ("no points".into(), Vec::new()),
            ],
            axes: ["time, s".into(), "height, m".into()],
            logarithmic: [false, false],
        },
        Content::Lines {
            series: vec![(
                "error".into(),
                vec![(1e-10, 3e-12), (1e-3, 0.0), (1e-2, 40.0)],
            )],
            axes: ["rho".into(), "error".into()],
            logarithmic: [true, true],
        },
        Content::Panels {
            panels: vec![
                panel(
                    "tiny & negative, more names than the panel is high",
                    false,
                    (0..14)
                        .map(|k| series(&format!("line {k}"), Style::Line, &[(0.0, -1.2e-4)]))
                        .collect(),
                ),
                panel("", false, vec![series("no points", Style::Broad, &[])]),
                panel(
                    "a heading that is much longer than the panel below it is wide: it goes on and on",
                    true,
                    vec![
                        series("", Style::Broad, &wave),
                        series("dots", Style::Dots, &[(0.5, 1e-9), (1.0, 1e-3)]),
                        series("crosses", Style::Crosses, &[(0.7, 1e-5)]),
                    ],
                ),
            ],
            axis: "time, s".into(),
        },
        Content::Panels {
            panels: vec![panel(
                "large",
                false,
                vec![series("", Style::Line, &[(2.0, -3e12)])],
            )],
            axis: "time, s".into(),
        },
    ];
    let contents = contents.into_iter().enumerate();
    let plot = |(k, content): (usize, Content)| Plot {
        stem: format!("{k}"),
        title: "A picture with a heading of some length".into(),
        content,
    };
    contents.map(plot).collect()
}

fn attribute<'a>(element: &'a str, name: &str) -> &'a str {
    let start = format!(" {name}=\"");
    let rest = element.split_once(&start).map_or("", |found| found.1);
    rest.split('"').next().unwrap_or("")
}

fn number(element: &str, name: &str) -> f64 {
    let text = attribute(element, name);
    text.parse()
        .unwrap_or_else(|_| panic!("{name} in {element}"))
}

/// A text and the box around it: left, top, right, bottom.
fn boxes(svg: &str) -> Vec<(String, [f64; 4])> {
    let texts = svg.split("<text").skip(1);
    let place = |element: &str| {
        let (head, rest) = element.split_once('>').expect("an element");
        let text = rest
            .split("</text>")
            .next()
            .unwrap_or("")
            .trim()
            .to_string();
        let (x, y, size) = (
            number(head, "x"),
            number(head, "y"),
            number(head, "font-size"),
        );
        let shown = ["&lt;", "&amp;", "&quot;"]
            .iter()
            .fold(text.clone(), |t, e| t.replace(e, "?"));
        // sans-serif letters are about half as wide as high
        let width = 0.5 * size * shown.chars().count() as f64;
        let left = match attribute(head, "text-anchor") {
            "middle" => x - width / 2.0,
            "end" => x - width,
            _ => x,
        };
        // all texts are centred on their height
        let (mut from, mut to) = ([left, y - 0.4 * size], [left + width, y + 0.4 * size]);
        if attribute(head, "transform").starts_with("rotate") {
            (from, to) = (
                [x - size / 2.0, y - width / 2.0],
                [x + size / 2.0, y + width / 2.0],
            );
        }
        (text, [from[0], from[1], to[0], to[1]])
    };
    texts.map(place).collect()
}

#[test]
fn the_same_picture_has_the_same_bytes() {
    for (a, b) in pictures().iter().zip(&pictures()) {
        assert!(a.svg() == b.svg(), "{}", a.stem);
    }
}

#[test]
fn every_text_has_its_own_place_on_the_sheet() {
    for plot in pictures() {
        let svg = plot.svg();
        if let Some(folder) = std::env::var_os("DRYSTONE_PICTURES") {
            let path = std::path::Path::new(&folder).join(format!("{}.svg", plot.stem));
            std::fs::write(path, &svg).expect("a folder for the pictures");
        }
        let texts = boxes(&svg);
        assert!(texts.len() > 10, "{}: {texts:?}", plot.stem);
        let sheet = [number(&svg, "width"), number(&svg, "height")];
        for (k, (text, at)) in texts.iter().enumerate() {
            let inside = at[0] > 0.0 && at[1] > 0.0 && at[2] < sheet[0] && at[3] < sheet[1];
            assert!(inside, "{}: \"{text}\" at {at:?} of {sheet:?}", plot.stem);
            for (other, there) in &texts[..k] {
                let apart = at[0] >= there[2]
                    || there[0] >= at[2]
                    || at[1] >= there[3]
                    || there[1] >= at[3];
                assert!(apart, "{}: \"{text}\" over \"{other}\"", plot.stem);
            }
        }
    }
}

#[test]
fn the_numbers_stand_in_the_cells_and_letters_are_escaped() {
    let svg = pictures()[0].svg();
    let texts: Vec<String> = boxes(&svg).into_iter().map(|(text, _)| text).collect();
    for number in ["1.2e-10", "0", "-", "3.0e-3", "0.25", "13.9"] {
        let count = texts.iter().filter(|text| *text == number).count();
        assert_eq!(count, 2, "{number} in {texts:?}");
    }
    assert!(
        texts
            .iter()
            .any(|text| text.starts_with("part &lt; 1 &amp;"))
    );
}

/// The stretches of the lines and the marks of one colour.
fn count(svg: &str, element: &str, colour: &str) -> usize {
    let elements = svg.split('<').filter(|e| e.starts_with(element));
    elements.filter(|e| e.contains(colour)).count()
}

#[test]
fn every_series_is_seen_and_so_is_a_point_alone() {
    let (blue, red) = ("#0072B2", "#BE001E");
    let draw = |style, points: &[(f64, f64)]| {
        let panels = vec![panel("", false, vec![series("", style, points)])];
        let axis = "time, s".into();
        Plot {
            stem: "s".into(),
            title: "t".into(),
            content: Content::Panels { panels, axis },
        }
        .svg()
    };
    let (one, two) = ([(1.0, 2.0)], [(1.0, 2.0), (3.0, 4.0)]);
    for style in [Style::Line, Style::Broad] {
        assert_eq!(count(&draw(style, &one), "circle", blue), 1, "{style:?}");
        assert_eq!(count(&draw(style, &two), "polyline", blue), 1, "{style:?}");
    }
    assert_eq!(count(&draw(Style::Dots, &two), "circle", blue), 2);
    let crosses = draw(Style::Crosses, &two);
    assert_eq!(
        count(&crosses, "line", red) + count(&crosses, "polyline", red),
        4
    );
    let named = |name: &str| {
        let panels = vec![panel("", false, vec![series(name, Style::Dots, &one)])];
        let axis = "time, s".into();
        let content = Content::Panels { panels, axis };
        let (stem, title) = ("s".into(), "t".into());
        Plot {
            stem,
            title,
            content,
        }
        .svg()
    };
    // one on the panel, one in the legend
    assert_eq!(count(&named("dots"), "circle", blue), 2);
    assert_eq!(count(&named(""), "circle", blue), 1);
}
