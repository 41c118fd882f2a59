//! The `drystone` command.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    drystone_cli::command::main()
}
