use drystone::study::*;
fn main() {
    let full = std::env::args().nth(1).is_some();
    let cases = if full { Case::all() } else { Case::quick() };
    let t0 = std::time::Instant::now();
    let mut rows = Vec::new();
    for case in &cases {
        let row = examine(case).unwrap();
        eprintln!("{:.1e} {:.1e} {:.1e} | {:.1e} noise {:.1e} cond {:.1e} cent {:.1e} uns {} diff {} {} {} [{}] : {}", row.error_a, row.error_b, row.error_p, row.error, row.noise, row.condition, row.centrality, row.unsolved, row.different, row.rung, row.name, row.worst_entry, row.doubt);
        rows.push(row);
    }
    println!("{}\n{:.1} s", Summary::of(&rows), t0.elapsed().as_secs_f64());
    println!("{:?}", Summary::of(&rows).missed);
}
