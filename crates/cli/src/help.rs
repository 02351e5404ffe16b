//! The help of the command in Chinese: one table of texts. clap has it in English, from the arguments themselves.

use clap::error::{ContextKind, ErrorKind};
use clap::{CommandFactory as _, FromArgMatches as _};
use qili_words::Language;

use crate::arguments::{Arguments, environment, locale};
use crate::output;

/// Commands, arguments as `command argument`, and what stands below a command's help as `command after`, in Chinese.
const TEXTS: &[(&str, &str)] = &[
    ("", "棋例：象棋竞赛规则写成数据，并据以裁决"),
    ("judge", "裁决棋局，或一个局面和着法"),
    ("test", "逐一检验各版的判例，列出结果不符的"),
    ("check", "检查一个版本的文件"),
    ("new", "新建一个草案，增改某一版本"),
    ("diff", "比较两个版本：条目、判例、棋局"),
    ("table", "各版对照：一例一行，一版一栏"),
    ("book", "把各版写成网页：条目、判例、对照、检索，不需服务器"),
    ("coverage", "列出判例用到哪些条目，缺了哪些也看不出"),
    ("explore", "找出显示某条作用、或两版分歧的局面"),
    (
        "fmt",
        "把规则文件改写成标准格式，或用另一种语言的关键字印出",
    ),
    ("convert", "转换棋谱的格式和着法的写法"),
    ("board", "把局面画成文字、`SVG` 或 `PNG`"),
    ("perft", "数若干着之内能到的局面"),
    ("show", "列出各版，或印出一版、一条"),
    ("serve", "在浏览器里摆棋、裁决，也答复其他程序"),
    (
        "serve folder",
        "有一个或几个版本（如草案）的文件夹，在 `/draft` 页可以编辑，每次都重新读取",
    ),
    (
        "serve watch",
        "正在写入棋局的文件夹：棋盘在 `/watch` 页，可以要求裁决的排在前面",
    ),
    ("serve port", "端口，0 为任一空闲端口；不写则为 7420"),
    ("serve host", "地址；不写则为 127.0.0.1，只有本机能用"),
    (
        "serve allow_origin",
        "哪个网站的网页可以来问，如 `https://example.org`",
    ),
    ("lsp", "为编辑器服务：边写规则边检查、提示、解释"),
    ("competition", "按竞赛规程处理编排、名次、棋钟等"),
    ("help", "显示帮助"),
    (
        "judge files",
        "棋谱文件、文件夹，或 `games/*.pgn` 之类的式样；`-` 为标准输入",
    ),
    ("judge fen", "着法开始的局面；不写则为版本的开局"),
    ("judge moves", "着法，任何记谱法，以空格分开"),
    (
        "judge cycle",
        "着法就是重复的循环，只写一轮；读文件时每局是一个循环",
    ),
    ("judge claim", "对局中可以要求的裁决，作哪些"),
    ("judge compare", "用几个版本裁决这个循环，并排列出"),
    ("judge explain", "说明理由：目标、着法演变、例外、条目"),
    (
        "judge budget",
        "一次寻找杀着或得子最多看多少个局面；超出则为未能裁定",
    ),
    (
        "judge summary",
        "只印全部对局的统计：结果、条目、未能裁定的；有误之处每处一行",
    ),
    ("judge deny", "有疑问时退出状态为 1"),
    (
        "judge any_position",
        "不可能出现的局面也裁决，并提出疑问：某种棋子太多，或在它到不了的地方",
    ),
    (
        "judge requests",
        "从标准输入逐行读请求，每行一个 `JSON` 文档，答复也各占一行",
    ),
    ("judge threads", "同时裁决几局；不写则与处理器核数相同"),
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
    (
        "diff games",
        "用两版裁决的棋谱文件、文件夹或式样；`-` 为标准输入",
    ),
    ("table editions", "版本名或文件夹，早的在前"),
    ("table differing", "只列各版裁决不同的判例"),
    (
        "book editions",
        "版本名或文件夹，早的在前；不写则为程序自带的各版",
    ),
    ("book output", "写入的文件夹；其中只替换先前写出的网页"),
    ("book decides", "逐条改动，试出每条决定哪些判例；要几分钟"),
    ("coverage edition", "版本名或文件夹"),
    ("coverage no_mutants", "只列判例用到哪些条目，不作改动"),
    ("explore edition", "版本名或文件夹"),
    ("explore other", "与它比较的版本或草案"),
    (
        "explore clause",
        "找这一条起作用的局面：没有它，性质或裁决就不同",
    ),
    (
        "explore against",
        "这一条的另一种读法所在的版本；其余各条依前者",
    ),
    ("explore unnoticed", "为判例看不出的每处改动各找一个局面"),
    ("explore undetermined", "找这一版未能裁定的局面"),
    (
        "explore pattern",
        "找有一方走成此形的局面，如“长捉”“一将一捉”",
    ),
    ("explore ruling", "并且对这一方这样裁决"),
    ("explore men", "试遍双方各走两着、不超过这么多子的一切循环"),
    (
        "explore replay",
        "不搜索，只重判这个文件夹里所存的局面，看哪些仍是",
    ),
    ("explore games", "棋谱文件：其中的循环和局面也用来找"),
    ("explore seed", "种子：种子和数目相同，结果就相同"),
    (
        "explore count",
        "试这么多个循环；以 256 个为一轮，走完一轮才停",
    ),
    (
        "explore seconds",
        "最多用这么多秒；与 `count` 都不写，则为 30 秒",
    ),
    ("explore show", "列出几种后果"),
    (
        "explore keep",
        "存放结果的文件夹：所找到的写在那里，下次从那里接着找",
    ),
    ("explore cases", "把所列局面写成判例文件，放进这个文件夹"),
    ("show edition", "版本名或文件夹；不写则列出各版"),
    ("show clause", "只印条号以此开头的条目，或名称相同的条目"),
    ("fmt files", "规则文件，就地改写；`-` 读标准输入，印出"),
    ("fmt check", "什么也不改；有文件不是标准格式时退出状态为 1"),
    ("fmt to", "不改文件，用 `zh` 中文或 `en` 英文的关键字印出"),
    (
        "convert files",
        "任何格式的棋谱文件、文件夹，或 `games/*.pgn` 之类的式样；`-` 为标准输入",
    ),
    (
        "convert to",
        "写成什么格式：`pgn`、`text`、`fen-moves`、`dhtmlxq`、`xqf`；不写则看输出文件的名字，或为 `pgn`",
    ),
    (
        "convert notation",
        "着法的写法：`chinese`、`wxf`、`iccs`、`coordinates`、`letters`，不写则为 `chinese`",
    ),
    ("traditional", "用繁体字，不用简体字"),
    ("convert numerals", "中文着法的数字；不写则与版本印的相同"),
    ("convert by_file", "三个以上的兵在一路上时写路，不写兵"),
    ("convert lower_case", "`WXF` 中黑方的字母用小写"),
    ("convert encoding", "输出文字的编码"),
    (
        "convert output",
        "写到哪里；写文件夹则每局一个文件，不写则为标准输出",
    ),
    ("convert deny", "有疑问时退出状态为 1"),
    (
        "board position",
        "局面，或任何格式的棋谱文件，画其中的局面；`-` 为标准输入，不写则为版本的开局",
    ),
    ("board game", "文件里的第几局，从 1 数起"),
    ("board ply", "走了几着以后；不写则为终局"),
    ("board fen", "局面，不论像不像文件名"),
    ("board moves", "从局面走的着法，任何记谱法；标出最后一着"),
    (
        "board line",
        "由此演变的着法，只标出不走，例如一个杀着的演变；第一着哪一方走都可以",
    ),
    ("board format", "画成什么；不写则看输出文件的名字，或为文字"),
    ("board forms", "双方棋子不只颜色不同，形状也不同"),
    ("board width", "`PNG` 的宽度，像素"),
    ("perft fen", "局面；`start` 是版本的开局"),
    ("perft depth", "几着"),
    ("perft divide", "分别数第一着之后的"),
    ("competition standings", "一项比赛的名次，有破同分和加赛"),
    (
        "competition pairings",
        "接着赛什么：积分编排或淘汰赛的一轮，循环赛或对抗赛的日程",
    ),
    ("competition groups", "分组和种子、各组日程、谁能出线"),
    (
        "competition teams",
        "两队对抗，一队的每人与另一队的每人对局",
    ),
    ("competition lineups", "一个队各台的阵容，或检查一个阵容"),
    ("competition withdraw", "退出的棋手的对局怎样处理"),
    ("competition clock", "谁超时，在第几着"),
    ("competition limit", "能不能限着，限到哪里"),
    ("competition offers", "提和：哪些合规，下次谁可以提"),
    ("competition touch", "摸了这些子必须走什么"),
    ("competition correct", "走了违例的着法之后从哪里继续"),
    ("competition handicap", "让子棋怎样开始"),
    ("competition adjourn", "封棋的信封和封着"),
    ("competition officials", "一项比赛要几名裁判"),
    ("competition conduct", "棋手不得做和必须做的事，及其后果"),
    ("competition file", "`YAML` 或 `JSON` 文件；`-` 为标准输入"),
    (
        "competition rules",
        "竞赛规程：程序自带的版本、有 `competition.yaml` 的文件夹，或这样的文件",
    ),
    (
        "competition control",
        "带 `[%emt …]` 评注的 `PGN` 棋局的用时规定",
    ),
    ("competition level", "比赛的级别，依规则的叫法"),
    ("competition boards", "同时有几台"),
    ("rules", "程序自带的版本，或有 `edition.yaml` 的文件夹"),
    (
        "lsp stdio",
        "经标准输入输出；本来就是如此，有的编辑器会写明",
    ),
    (
        "lang",
        "`zh` 中文、`zh-Hant` 繁体中文或 `en` 英文；不写则依系统环境",
    ),
    ("format", "输出的格式"),
    ("output", "写入的文件；不写则为标准输出"),
    ("help_flag", "显示帮助"),
    ("version", "显示版本"),
    (
        "judge after",
        "棋局读自 `PGN`、着法文字、`DhtmlXQ`、`WXF`、`CBF`、`XQF`、`CBR`、`CBL` 文件，及 `fen`、`moves` 行；是什么格式看内容就知道。读不出或走不成的，在标准错误里指出位置，不妨碍其他棋局。主线完整的只算疑问：变着走不成，字有损坏。\n\n别的程序可以把棋局写给 `judge - --format jsonl`，逐行读回：一局一结束就有一行；也可以把请求逐行写给 `judge --requests`。\n\n退出状态：0 完成，不论裁决和疑问；1 有疑问，且有 `--deny`；2 用法不对，或有读不出、走不成的；130 中断，已完成的已印出。",
    ),
    (
        "serve after",
        "能打开时在标准错误里印出网页的地址：棋盘在 `/`，规则书在 `/book/`，起草在 `/draft`；其他程序能问什么，见 `/api/openapi.json`。`--host` 不写别的机器够得着的地址（如 `0.0.0.0`），别人就打不开；写了，便另印地址的二维码给手机用；别的机器可看草案，不能存。\n\n中断即结束。退出状态：0 结束；2 地址不能用，文件夹里没有版本，或没有棋局的文件夹。",
    ),
    (
        "explore after",
        "循环取自程序自带各版的判例和棋谱，又由此改动、随机生成而来，都要回到开始的局面。找到的先尽量化简，再以十倍预算、左右对换、双方对换各重判一次，并说明其中要紧的是什么。结果只由版本、判例、棋谱、种子和数目而定；`--seconds` 到时即停，一半时间用于化简。\n\n退出状态：0 完成，不论找到什么；2 用法不对或输入有误；130 中断，已找到的已印出。",
    ),
    (
        "convert after",
        "退出状态：0 完成，或有疑问；1 有疑问，且有 `--deny`；2 用法不对，或有读不出、走不成、写不成的。疑问不涉及主线：变着走不成，字有损坏。\n\n文件要么全部写完才出现，要么不出现，并取代原来的，除非原来的有写保护；链接不变，指向新文件；管道和设备直接写。读不完整的棋局，写到能走的地方为止。",
    ),
];

/// What stands for an argument's value, in Chinese.
const VALUES: &[(&str, &str)] = &[
    ("FILE", "文件"),
    ("EDITION", "版本"),
    ("CLAUSE", "条目"),
    ("FOLDER", "文件夹"),
    ("NAME|PATH,…", "版本,…"),
    ("NAME|PATH", "版本"),
    ("NAME", "名字"),
    ("PATH", "路径"),
    ("TEXT", "文字"),
    ("FEN|FILE", "局面|文件"),
    ("FEN", "局面"),
    ("MOVES", "着法"),
    ("NUMBER", "数"),
    ("N", "数"),
    ("PLIES", "着数"),
    ("PIXELS", "像素"),
    ("FORMAT", "格式"),
    ("FORM", "格式"),
    ("NOTATION", "记谱法"),
    ("DIGITS", "数字"),
    ("CONTROL", "用时"),
    ("DEPTH", "着数"),
    ("OLD", "前一版"),
    ("NEW", "后一版"),
    ("LEVEL", "级别"),
    ("BOARDS", "台数"),
    ("OTHER", "另一版"),
    ("RULING", "裁决"),
    ("ARTICLE", "条号"),
    ("PATTERN", "形"),
    ("ADDR", "地址"),
    ("SITE", "网站"),
    ("S", "秒数"),
    ("CLAIM", "裁决"),
    ("ENCODING", "编码"),
    ("zh|en", "zh|en"),
    ("zh|zh-Hant|en", "zh|zh-Hant|en"),
];

/// The Chinese text for a command or an argument of it, if the table has one.
fn text(command: &str, argument: &str) -> Option<&'static str> {
    let own = format!("{command} {argument}");
    let find = |key: &str| TEXTS.iter().find(|(known, _)| *known == key);
    let found = find(own.trim()).or_else(|| find(argument).filter(|_| !argument.is_empty()));
    found.map(|(_, text)| *text)
}

/// Reads the arguments; in Chinese, where that is asked for, so are help and what is wrong with them.
pub(crate) fn parse() -> Arguments {
    if is_traditional() {
        output::in_traditional_characters();
    }
    let mut command = Arguments::command();
    let chinese = language() == Language::Chinese;
    if chinese {
        command.build();
        command = in_chinese(command);
    }
    let parsed = command.try_get_matches();
    let parsed = parsed.and_then(|matches| Arguments::from_arg_matches(&matches));
    parsed.unwrap_or_else(|error| {
        if chinese && error.use_stderr() {
            output::complain(&complaint(&error));
            std::process::exit(error.exit_code());
        }
        if chinese && is_traditional() {
            drop(output::print(&error.to_string()));
            std::process::exit(error.exit_code());
        }
        error.exit()
    })
}

/// What is wrong with the arguments, in Chinese.
fn complaint(error: &clap::Error) -> String {
    let given = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let argument = given(ContextKind::InvalidArg).replace(", ", "`、`");
    let value = given(ContextKind::InvalidValue);
    let wrong = match error.kind() {
        ErrorKind::InvalidValue if value.is_empty() => format!("`{argument}` 后面要写值"),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            format!("`{argument}` 不能写 `{value}`")
        }
        ErrorKind::UnknownArgument => format!("没有 `{argument}` 这个选项或参数"),
        ErrorKind::InvalidSubcommand => {
            format!("没有命令 `{}`", given(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingRequiredArgument => format!("缺 `{argument}`"),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "没有写命令".to_owned()
        }
        ErrorKind::ArgumentConflict => {
            let other = given(ContextKind::PriorArg).replace(", ", "`、`");
            match other.is_empty() || other == argument {
                true => format!("`{argument}` 写了两次"),
                false => format!("`{argument}` 不能与 `{other}` 同用"),
            }
        }
        ErrorKind::TooFewValues => format!("`{argument}` 的值太少"),
        ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues => {
            format!("`{argument}` 的值太多")
        }
        ErrorKind::NoEquals => format!("`{argument}` 与值之间要写 `=`"),
        ErrorKind::InvalidUtf8 => "参数不是 `UTF-8` 文字".to_owned(),
        _ => "用法不对".to_owned(),
    };
    let mut text = format!("错误：{wrong}\n");
    let near = [
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
        ContextKind::SuggestedSubcommand,
    ];
    let near: Vec<String> = near
        .into_iter()
        .map(given)
        .filter(|near| !near.is_empty())
        .collect();
    if !near.is_empty() {
        text += &format!("  是不是 `{}`？\n", near.join("`、`").replace(", ", "`、`"));
    }
    let known = given(ContextKind::ValidValue);
    if !known.is_empty() {
        text += &format!("  可写 `{}`\n", known.replace(", ", "`、`"));
    }
    let usage = given(ContextKind::Usage);
    if let Some((_, usage)) = usage.split_once("Usage: ") {
        text += &format!("\n用法：{usage}\n");
    }
    text + "\n加 `--help` 有说明\n"
}

/// The language of help: what `--lang` says, wherever it stands, or the environment.
pub(crate) fn language() -> Language {
    asked()
        .and_then(|said| said.parse().ok())
        .unwrap_or_else(environment)
}

/// Whether Chinese is to be in traditional characters: `--lang zh-Hant`, or the environment of places that write them.
fn is_traditional() -> bool {
    match asked() {
        Some(said) => said == "zh-Hant",
        None => ["zh_TW", "zh_HK", "zh_MO", "zh_Hant"]
            .iter()
            .any(|place| locale().is_some_and(|set| set.starts_with(place))),
    }
}

/// What `--lang` says.
fn asked() -> Option<String> {
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("--lang") {
            Some("") => return arguments.next(),
            Some(said) if said.starts_with('=') => return Some(said[1..].to_owned()),
            _ => {}
        }
    }
    None
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
        command = command.mut_subcommand(&name, |sub| {
            let below: Vec<String> = sub
                .get_subcommands()
                .map(|one| one.get_name().to_owned())
                .collect();
            let mut sub = described(sub, text(&name, ""), &name);
            for one in below {
                let about = text(&name, &one);
                sub = sub.mut_subcommand(&one, |one| described(one, about, &name));
            }
            sub
        });
    }
    command
}

/// A command with its text, and its arguments with theirs.
fn described(command: clap::Command, about: Option<&str>, name: &str) -> clap::Command {
    let mut command = command.subcommand_help_heading("命令");
    if let Some(about) = about {
        command = command.about(about.to_owned()).long_about(about.to_owned());
    }
    if let Some(after) = text(name, "after") {
        command = command.after_help(after);
    }
    with_arguments(command, name)
}

fn with_arguments(mut command: clap::Command, name: &str) -> clap::Command {
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
            let shown = value_names(&argument);
            let mut argument = argument.help_heading(heading).display_order(order);
            if !shown.is_empty() {
                argument = argument.value_names(shown);
            }
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
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    let usage = usage.replace("[OPTIONS]", "[选项]");
    let usage = usage.replace("<COMMAND>", "<命令>");
    let usage = usage.replace("[COMMAND]", "[命令]");
    command
        .override_usage(usage)
        .help_template("{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}")
}

/// What stands for the values of an argument, in Chinese; those that have no text are left out.
fn value_names(argument: &clap::Arg) -> Vec<&'static str> {
    if !argument.get_action().takes_values() {
        return Vec::new();
    }
    let names = argument.get_value_names().unwrap_or_default().iter();
    let mut names: Vec<String> = names.map(ToString::to_string).collect();
    if names.is_empty() {
        names.push(argument.get_id().as_str().to_uppercase());
    }
    let chinese = |name: &String| VALUES.iter().find(|(en, _)| en == name);
    names
        .iter()
        .filter_map(chinese)
        .map(|(_, zh)| *zh)
        .collect()
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

    /// Every command with the name of that whose texts it has.
    fn commands() -> Vec<(String, clap::Command)> {
        let mut all = Vec::new();
        for sub in Arguments::command().get_subcommands() {
            let name = sub.get_name().to_owned();
            all.extend(sub.get_subcommands().map(|one| (name.clone(), one.clone())));
            all.push((name, sub.clone()));
        }
        all
    }

    #[test]
    fn no_text_lacks_chinese() {
        for (name, command) in commands() {
            let own = match command.get_name() == name {
                true => "",
                false => command.get_name(),
            };
            assert!(text(&name, own).is_some(), "{name} {own}");
            for argument in command.get_arguments() {
                let id = argument.get_id().as_str();
                assert!(text(&name, id).is_some(), "{name} {id}");
                let takes = argument.get_action().takes_values();
                assert_eq!(!value_names(argument).is_empty(), takes, "{name} {id}");
            }
            if command.get_after_help().is_some() {
                assert!(text(&name, "after").is_some(), "{name}");
            }
        }
    }

    #[test]
    fn every_text_is_of_something() {
        for (key, _) in TEXTS.iter().filter(|(key, _)| key.contains(' ')) {
            let (name, id) = key.split_once(' ').unwrap();
            let known = commands().iter().any(|(of, command)| {
                of == name
                    && (id == "after"
                        || command.get_name() == id
                        || command.get_arguments().any(|one| one.get_id() == id))
            });
            assert!(known, "{key}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_in_chinese() {
        for (arguments, told) in [
            (&["qili", "chekc"][..], "没有命令 `chekc`"),
            (&["qili", "check", "--dney"], "没有 `--dney`"),
            (&["qili", "check", "--lang", "de"], "不能写 `de`"),
            (&["qili", "test", "--format", "xml"], "可写 `text`、`json`"),
            (&["qili", "new", "a"], "缺 `--amends"),
            (&["qili", "diff", "1965"], "缺 `<后一版>`"),
            (&["qili", "judge", "--fen"], "后面要写值"),
            (&["qili", "judge", "a.pgn", "--moves", "h2e2"], "不能与"),
        ] {
            let mut command = Arguments::command();
            command.build();
            let error = in_chinese(command)
                .try_get_matches_from(arguments)
                .unwrap_err();
            let said = complaint(&error);
            assert!(said.contains(told), "{said}");
        }
    }
}
