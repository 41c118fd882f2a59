use drystone::step::Simulator;
use drystone::study::*;
use nalgebra::DMatrix;
use std::collections::BTreeMap;
fn rel(a: &DMatrix<f64>, b: &DMatrix<f64>) -> f64 { let r=(a - b).norm() / b.norm(); if r.is_finite() {r} else {f64::INFINITY} }
fn main() {
    let skip: usize = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(1);
    let verbose = std::env::args().nth(2).is_some();
    let rhos = [1e-6, 1e-4, 3e-3, 1e-2];
    let mut all: BTreeMap<(String, String), Vec<(f64, f64, String)>> = BTreeMap::new();
    let mut doubts: BTreeMap<String, usize> = BTreeMap::new();
    let t0 = std::time::Instant::now();
    let (mut tmake, mut n) = (0.0, 0);
    let mut best_level: BTreeMap<(String, usize), usize> = BTreeMap::new();
    for (i, pair) in Pair::all().into_iter().enumerate() {
        for (j, sit) in Situation::ALL.into_iter().enumerate() {
            for (k, rho) in rhos.into_iter().enumerate() {
                if (i * 28 + j * 4 + k) * 7919 % skip != 0 { continue; }
                let t = std::time::Instant::now();
                let scene = Scene::new(pair, sit, rho).unwrap();
                tmake += t.elapsed().as_secs_f64();
                let name = format!("{}, {}, rho {rho:.0e}", pair.name(), sit.name());
                n += 1;
                if !scene.doubt.is_empty() { *doubts.entry(format!("{} {rho:.0e}: {}", sit.name(), scene.doubt)).or_default() += 1; if verbose {println!("{name}: {}", scene.doubt);} }
                let step = Simulator::new(scene.model.clone()).step(&scene.state, &scene.input, rho).unwrap();
                let d = Differences::new(&scene.model, &scene.state, &scene.input, (&step, rho), &scene.model.parameters()).unwrap();
                let e = &d.estimates;
                let pairs: Vec<f64> = (1..e.len()).map(|l| rel(&e[l-1], &e[l])).collect();
                let (lvl, noise) = pairs.iter().copied().enumerate().min_by(|a,b| a.1.total_cmp(&b.1)).unwrap();
                *best_level.entry((format!("{rho:.0e}"), lvl)).or_default() += 1;
                // per column
                let nc = e[0].ncols();
                let (mut comp, mut diff) = (0.0, 0.0);
                for c in 0..nc {
                    let b = (1..e.len()).map(|l| ((e[l-1].column(c) - e[l].column(c)).norm(), l)).filter(|x| x.0.is_finite()).min_by(|a,b| a.0.total_cmp(&b.0));
                    if let Some(b) = b { diff += b.0*b.0; comp += e[b.1].column(c).norm_squared(); } else { diff = f64::INFINITY; }
                }
                let noise_c = (diff / comp).sqrt();
                if verbose { println!("{name}: noise {noise:.1e} col {noise_c:.1e} lvl {lvl} rung {:?} unsolved {} different {}  levels {:?}", step.status.rung, d.unsolved, d.different, pairs.iter().map(|x| format!("{x:.0e}")).collect::<Vec<_>>()); }
                all.entry((format!("{rho:.0e}"), sit.name().into())).or_default().push((noise, noise_c, name.clone()));
                all.entry((format!("{rho:.0e}"), "ALL".into())).or_default().push((noise, noise_c, name));
            }
        }
    }
    println!("{n} cases {:.1} s, making {tmake:.1} s", t0.elapsed().as_secs_f64());
    for (key, v) in &mut all {
        let mut a: Vec<f64> = v.iter().map(|x| x.0).collect(); a.sort_by(f64::total_cmp);
        let mut b: Vec<f64> = v.iter().map(|x| x.1).collect(); b.sort_by(f64::total_cmp);
        v.sort_by(|x, y| y.1.total_cmp(&x.1));
        let q = |a: &Vec<f64>, p: f64| a[((a.len() - 1) as f64 * p).round() as usize];
        println!("{:>6} {:>13} n {:>4} matrix: med {:.1e} p90 {:.1e} p99 {:.1e} | column: med {:.1e} p90 {:.1e} p99 {:.1e} max {:.1e} {}", key.0, key.1, a.len(), q(&a,0.5), q(&a,0.9), q(&a,0.99), q(&b,0.5), q(&b,0.9), q(&b,0.99), q(&b,1.0), v[0].2);
    }
    println!("{best_level:?}");
    for (d, n) in doubts { println!("{d}: {n}"); }
}
