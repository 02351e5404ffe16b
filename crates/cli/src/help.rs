//! The help of the command in Chinese: one table of texts. clap has it in English, from the arguments themselves.

use clap::{CommandFactory as _, FromArgMatches as _};
use qili_words::Language;

use crate::arguments::{Arguments, environment};

/// Commands, and arguments as `command argument`, in Chinese.
const TEXTS: &[(&str, &str)] = &[
    ("", "棋例：象棋竞赛规则写成数据，并据以裁决"),
    ("judge", "裁决棋局，或一个局面和着法"),
    ("test", "逐一检验各版的判例，列出结果不符的"),
    ("check", "检查一个版本的文件"),
    ("new", "新建一个草案，增改某一版本"),
    ("diff", "比较两个版本：条目、判例、棋局"),
    ("table", "各版对照：一例一行，一版一栏"),
    ("coverage", "列出判例用到哪些条目，缺了哪些也看不出"),
    (
        "fmt",
        "把规则文件改写成标准格式，或用另一种语言的关键字印出",
    ),
    ("convert", "转换棋谱的格式和着法的写法"),
    ("board", "把局面画成文字、SVG 或 PNG"),
    ("perft", "数若干着之内能到的局面"),
    ("show", "列出各版，或印出一版、一条"),
    ("lsp", "为编辑器服务：边写规则边检查、提示、解释"),
    ("competition", "按竞赛规程处理编排、名次、棋钟等"),
    ("help", "显示帮助"),
    ("test editions", "版本名或文件夹；不写则为程序自带的各版"),
    ("test case", "只检验名字里有这几个字的判例"),
    ("test verbose", "每例都全部印出"),
    ("check editions", "版本名或文件夹；不写则为程序自带的各版"),
    ("check deny", "有疑问时退出状态为 1"),
    (
        "new folder",
        "草案的文件夹，应还没有或是空的；它的名字就是版本名",
    ),
    ("new amends", "增改哪一版：程序自带的，或旁边的文件夹"),
    ("diff old", "前一版本，写名字或文件夹"),
    ("diff new", "后一版本，写名字或文件夹"),
    ("diff games", "用两版裁决的棋谱文件；`-` 为标准输入"),
    ("table editions", "版本名或文件夹，早的在前"),
    ("table differing", "只列各版裁决不同的判例"),
    ("coverage edition", "版本名或文件夹"),
    ("coverage no_mutants", "只列判例用到哪些条目，不作改动"),
    ("show edition", "版本名或文件夹；不写则列出各版"),
    ("show clause", "只印条号以此开头的条目，或名称相同的条目"),
    (
        "lsp stdio",
        "经标准输入输出；本来就是如此，有的编辑器会写明",
    ),
    ("lang", "`zh` 中文或 `en` 英文；不写则依系统环境"),
    ("format", "输出的格式"),
    ("output", "写入的文件；不写则为标准输出"),
    ("help_flag", "显示帮助"),
    ("version", "显示版本"),
];

/// The Chinese text for a command or an argument of it, if the table has one.
fn text(command: &str, argument: &str) -> Option<&'static str> {
    let own = format!("{command} {argument}");
    let find = |key: &str| TEXTS.iter().find(|(known, _)| *known == key);
    let found = find(own.trim()).or_else(|| find(argument).filter(|_| !argument.is_empty()));
    found.map(|(_, text)| *text)
}

/// Reads the arguments; where help is asked for in Chinese, gives it in Chinese.
pub(crate) fn parse() -> Arguments {
    let mut command = Arguments::command();
    if language() == Language::Chinese {
        command.build();
        command = in_chinese(command);
    }
    let matches = command.get_matches();
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// The language of help: what `--lang` says, wherever it stands, or the environment.
fn language() -> Language {
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let said = match argument.strip_prefix("--lang") {
            Some("") => arguments.next(),
            Some(said) => said.strip_prefix('=').map(str::to_owned),
            None => None,
        };
        if let Some(language) = said.and_then(|said| said.parse().ok()) {
            return language;
        }
    }
    environment()
}

fn in_chinese(command: clap::Command) -> clap::Command {
    let mut command = command
        .subcommand_help_heading("命令")
        .about(text("", "").unwrap_or_default());
    let names: Vec<String> = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .collect();
    command = with_arguments(command, "");
    for name in names {
        command = command.mut_subcommand(&name, |sub| match text(&name, "") {
            Some(about) => with_arguments(sub.about(about), &name),
            None => sub,
        });
    }
    command
}

fn with_arguments(mut command: clap::Command, name: &str) -> clap::Command {
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    let usage = usage.replace("[OPTIONS]", "[选项]");
    let usage = usage.replace("<COMMAND>", "<命令>");
    command = command
        .override_usage(usage)
        .help_template("{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}");
    let ids: Vec<String> = command
        .get_arguments()
        .map(|argument| argument.get_id().to_string())
        .collect();
    for (order, id) in ids.into_iter().enumerate() {
        let key = if id == "help" { "help_flag" } else { &id };
        let said = text(name, key);
        command = command.mut_arg(&id, |argument| {
            let heading = if argument.is_positional() {
                "参数"
            } else {
                "选项"
            };
            let argument = argument.help_heading(heading).display_order(order);
            let Some(said) = said else {
                return argument;
            };
            let said = said.to_owned() + &values(&argument);
            argument
                .help(said.clone())
                .long_help(said)
                .hide_possible_values(true)
                .hide_default_value(true)
        });
    }
    command
}

/// What an argument can be, and what it is where it is left out.
fn values(argument: &clap::Arg) -> String {
    let values = argument.get_possible_values();
    let names: Vec<String> = values
        .iter()
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    if names.is_empty() || !argument.get_action().takes_values() {
        return String::new();
    }
    let default = argument.get_default_values().iter();
    let default = default.map(|value| format!("，不写则为 `{}`", value.to_string_lossy()));
    format!("：{}{}", names.join("、"), default.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands of committees; the others have help of their own.
    const OURS: [&str; 7] = ["test", "check", "new", "diff", "table", "coverage", "show"];

    #[test]
    fn no_text_lacks_chinese() {
        let command = Arguments::command();
        for sub in command.get_subcommands() {
            let name = sub.get_name();
            assert!(text(name, "").is_some(), "{name}");
            if !OURS.contains(&name) {
                continue;
            }
            for argument in sub.get_arguments() {
                let id = argument.get_id().as_str();
                assert!(text(name, id).is_some(), "{name} {id}");
            }
        }
    }

    #[test]
    fn every_text_is_of_something() {
        let command = Arguments::command();
        for (key, _) in TEXTS.iter().filter(|(key, _)| key.contains(' ')) {
            let (name, id) = key.split_once(' ').unwrap();
            let sub = command.find_subcommand(name).unwrap();
            assert!(sub.get_arguments().any(|one| one.get_id() == id), "{key}");
        }
    }
}
