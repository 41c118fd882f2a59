//! Files that are no meshes are refused with a reason and a remedy, whatever is in them.

use crate::mesh::makers::{Folder, ascii_stl, binary_stl, brick, dae, obj, tetrahedron};
use drystone::Vec3;
use drystone::shape::mesh::{Cache, Decompose, TriangleMesh, examine};
use proptest::prelude::*;

fn refuse(name: &str, content: &[u8]) -> String {
    let folder = Folder::new();
    let error = TriangleMesh::load(&folder.write(name, content)).expect_err(name);
    assert!(!error.fix.is_empty(), "{error}");
    assert!(error.why.contains(name), "{error}");
    error.to_string()
}

#[test]
fn damaged_files_are_refused() {
    let solid = tetrahedron();
    let binary = binary_stl(&solid);
    refuse("empty.stl", b"");
    refuse("short.stl", &binary[..200]);
    refuse("count.stl", &[255; 100]);
    let none = TriangleMesh::default();
    assert!(refuse("none.stl", &binary_stl(&none)).contains("no triangles"));
    let mut nan = binary.clone();
    nan[96..100].copy_from_slice(&f32::NAN.to_le_bytes());
    assert!(refuse("nan.stl", &nan).contains("not finite"));
    let text = String::from_utf8(ascii_stl(&solid)).unwrap();
    refuse("cut.stl", &text.as_bytes()[..text.len() / 2]);
    refuse("nan-text.stl", text.replace("0.75", "nan").as_bytes());
    assert!(refuse("empty.obj", b"").contains("no faces"));
    let text = String::from_utf8(obj(&solid)).unwrap();
    refuse("index.obj", text.replace("f 2 3 4", "f 2 3 9").as_bytes());
    assert!(refuse("nan.obj", text.replace("0.75", "nan").as_bytes()).contains("not finite"));
    assert!(refuse("inf.obj", text.replace("0.75", "1e300").as_bytes()).contains("1e12"));
    assert!(refuse("lines.obj", b"v 0 0 0\nv 1 0 0\nl 1 2\n").contains("no triangles"));
    assert!(refuse("mesh.ply", b"ply").contains("not an .obj or .stl or .dae"));
    let missing = TriangleMesh::load("there/is/no.dae".as_ref()).unwrap_err();
    assert!(!missing.fix.is_empty());
}

#[test]
fn damaged_collada_files_are_refused() {
    let text = dae(&tetrahedron(), "<up_axis>Z_UP</up_axis>", "");
    let edit = |from: &str, to: &str| {
        let edited = text.replacen(from, to, 1);
        assert_ne!(edited, text, "{from}");
        refuse("bad.dae", edited.as_bytes())
    };
    refuse("empty.dae", b"");
    refuse("cut.dae", &text.as_bytes()[..text.len() / 2]);
    refuse("latin.dae", b"<COLLADA>\xff</COLLADA>");
    assert!(refuse("none.dae", b"<COLLADA/>").contains("no triangles"));
    assert!(edit("0.75", "NaN").contains("not finite"));
    assert!(edit("0.75", "zero").contains("\"zero\" is not a number"));
    assert!(edit("<p>0 0", "<p>9 0").contains("corner 9 of 4"));
    assert!(edit("<p>0 0", "<p>-1 0").contains("not a number"));
    assert!(edit("<p>0 0", "<p>0").contains("not a multiple of 2"));
    assert!(edit("offset=\"1\"", "offset=\"4000000000\"").contains("offset"));
    assert!(edit("stride=\"3\"", "stride=\"0\"").contains("coordinates"));
    assert!(edit("source=\"#pa\"", "source=\"#no\"").contains("#no"));
    assert!(edit("url=\"#g\"", "url=\"#no\"").contains("#no"));
    assert!(edit("Z_UP", "W_UP").contains("W_UP"));
    assert!(edit("<up_axis>", "<unit meter=\"-1\"/><up_axis>").contains("unit"));
    assert!(edit("<instance_geo", "<skew>1 2 3 4 5 6 7</skew><instance_geo").contains("skew"));
    assert!(edit("<instance_geo", "<scale>1 2</scale><instance_geo").contains("2 numbers, not 3"));
    let deep = "<a>".repeat(1_000_000);
    assert!(refuse("deep.dae", deep.as_bytes()).contains("nested deeper"));
}

#[test]
fn what_is_no_solid_is_refused() {
    let flat = TriangleMesh {
        points: [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [1.0, 1.0, 0.0],
        ]
        .map(Vec3::from)
        .to_vec(),
        triangles: vec![[0, 1, 2], [1, 3, 2]],
    };
    let two_points = TriangleMesh {
        points: vec![Vec3::zeros(), Vec3::x()],
        triangles: vec![[0, 1, 0]],
    };
    let mut out_of_range = brick(1.0, 1.0, 1.0);
    out_of_range.triangles[3][1] = 8;
    let mut nan = brick(1.0, 1.0, 1.0);
    nan.points[5].y = f64::NAN;
    for (mesh, word) in [
        (&flat, "flat"),
        (&two_points, "flat"),
        (&out_of_range, "corner 8 of 8"),
        (&nan, "not finite"),
        (&TriangleMesh::default(), "no triangles"),
    ] {
        let decomposed = mesh.decompose(&Decompose::default(), 32, &Cache::none());
        for error in [
            examine(mesh).unwrap_err(),
            mesh.convex_hull(32).unwrap_err(),
            decomposed.unwrap_err(),
        ] {
            assert!(error.why.contains(word), "{error}");
            assert!(!error.fix.is_empty(), "{error}");
        }
    }
    let solid = brick(1.0, 1.0, 1.0);
    assert_eq!(solid.convex_hull(3).unwrap_err().field, "max_faces");
    assert_eq!(solid.convex_hull(2001).unwrap_err().field, "max_faces");
    let refused = |concavity, max_parts| {
        let parameters = Decompose {
            concavity,
            max_parts,
        };
        solid
            .decompose(&parameters, 32, &Cache::none())
            .unwrap_err()
            .field
    };
    assert_eq!(refused(0.0, 16), "concavity");
    assert_eq!(refused(f64::NAN, 16), "concavity");
    assert_eq!(refused(0.01, 0), "max_parts");
    assert_eq!(refused(0.01, 257), "max_parts");
}

/// What is left of a box without some of its triangles has parts, and so has a thin sheet; what is flat is refused.
#[test]
fn open_and_degenerate_meshes_are_decomposed_or_refused() {
    let mut done = 0;
    for count in 1..12 {
        let mut open = brick(0.5, 0.25, 1.0);
        open.triangles.truncate(count);
        done += usize::from(
            open.decompose(&Decompose::default(), 32, &Cache::none())
                .is_ok(),
        );
    }
    assert_eq!(done, 9, "one face alone is flat");
    for thickness in [1e-3, 1e-6, 1e-9] {
        let sheet = brick(1.0, 1.0, thickness);
        let found = sheet.decompose(&Decompose::default(), 32, &Cache::none());
        match found {
            Ok(parts) => {
                assert!(thickness > 1e-8);
                let extents = parts.iter().map(|part| part.placed.bounds());
                let thickest = extents
                    .map(|(low, high)| high.z - low.z)
                    .fold(0.0, f64::max);
                assert!(thickest < 1.01 * thickness, "{thickness}: {thickest}");
            }
            Err(error) => assert!(thickness < 1e-8, "{error}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_do_not_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        ending in prop::sample::select(vec!["stl", "obj", "dae"]),
    ) {
        let folder = Folder::new();
        let _ = TriangleMesh::load(&folder.write(&format!("a.{ending}"), &bytes));
    }

    #[test]
    fn edited_files_do_not_panic(
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        kind in 0..4_usize,
    ) {
        let solid = tetrahedron();
        let (name, mut bytes) = match kind {
            0 => ("a.stl", binary_stl(&solid)),
            1 => ("a.stl", ascii_stl(&solid)),
            2 => ("a.obj", obj(&solid)),
            _ => ("a.dae", dae(&solid, "<up_axis>Y_UP</up_axis>", "<scale>1 2 3</scale>").into_bytes()),
        };
        for (at, byte) in edits {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let folder = Folder::new();
        if let Ok(mesh) = TriangleMesh::load(&folder.write(name, &bytes)) {
            let _ = mesh.convex_hull(8);
        }
    }
}
