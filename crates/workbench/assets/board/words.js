// What the page says, in the language of the page.

const WORDS = {
  zh: {
    red: "红方", black: "黑方", toMove: "轮到{0}走", check: "将军", over: "终局",
    again: "第 {0} 着后局面第 {1} 次出现", mayClaim: "可以要求裁决", tooEarly: "未到裁决时机", plain: "裁判可主动裁决",
    oneMore: "再重复一次，{0}即可要求裁决", either: "任一方",
    ruling: "裁决：{0}", by: "据 {0}", line: "第 {0} 路", games: "第 {0} 局", start: "起始局面",
    show: "在棋盘上看", step: "下一步（{0}/{1}）", setUp: "摆棋：选一个棋子，再点棋盘；再点一次拿掉",
    selected: "已选", goal: "可走到", target: "目标", wrong: "不能在此", changed: "链接上的条文指纹是 {0}，本版现为 {1}：条文已改，裁决以现行条文为准。",
    more: "文件里还有更多棋局，这里只列出 {0} 局。", recorded: "读到第 {0} 着：{1}", copied: "已复制", law: "条文指纹",
    failed: "服务没有答复：{0}", empty: "空", hand: "手中：{0}",
    kept: "已留存：写草案时可看它的裁决有无变化",
    lineNumber: "第 {0} 行", fine: "没有错误", counted: "错误 {0} 处，疑问 {1} 处", unsaved: "未保存", saved: "已保存", stored: "存在本浏览器里",
    otherwise: "{1} 例中 {0} 例结果不同（{2} → {3}）", same: "{0} 例结果都不变（{1} → {2}）", cannot: "改正错误之后才能裁决", working: "正在裁决……",
    natures: "性质不同", before: "改前", after: "改后", ply: "第 {0} 着", added: "新立", changedClause: "改动", repealed: "废止",
    ownSame: "不变：{0}", remove: "去掉", leave: "改动还没有保存", unplayable: "走不成：{0}",
    cases: "判例 {0} 个", taken: "已有文件 {0}", deletes: "删除文件 {0}？", deletesFolder: "从文件夹里删除 {0}？", discards: "删除草案 {0}？它只存在本浏览器里。", putBack: "放回 {0}",
    claimNow: "现可要求裁决", claimNext: "再重复一次可要求裁决", noGames: "文件夹里还没有棋局", plies: "{0} 着", none: "无",
  },
  en: {
    red: "Red", black: "Black", toMove: "{0} to move", check: "check", over: "the game is over",
    again: "after ply {0} the position has occurred {1} times", mayClaim: "a ruling may be asked for", tooEarly: "too early for a ruling", plain: "the arbiter may rule unasked",
    oneMore: "One more repetition and {0} may ask for a ruling", either: "either player",
    ruling: "Ruling: {0}", by: "by {0}", line: "Line {0}", games: "Game {0}", start: "first position",
    show: "show on the board", step: "next move ({0}/{1})", setUp: "Setting up: choose a man, then tap points; tap again to take it off",
    selected: "selected", goal: "can go here", target: "target", wrong: "cannot stand here", changed: "The link was made with law {0}, this edition now has {1}: the text has changed since, and the ruling is by the text as it is now.",
    more: "The file has more games; {0} are listed.", recorded: "read up to ply {0}: {1}", copied: "copied", law: "law",
    failed: "the server has not answered: {0}", empty: "empty", hand: "in hand: {0}",
    kept: "kept: the draft page shows what becomes of it",
    lineNumber: "line {0}", fine: "no mistakes", counted: "{0} wrong, {1} doubtful", unsaved: "not saved", saved: "saved", stored: "kept in this browser",
    otherwise: "{0} of {1} cases come out otherwise ({2} → {3})", same: "all {0} cases come out as before ({1} → {2})", cannot: "nothing can be judged until the mistakes are mended", working: "judging …",
    natures: "other natures", before: "before", after: "after", ply: "ply {0}", added: "new", changedClause: "changed", repealed: "repealed",
    ownSame: "as before: {0}", remove: "remove", leave: "changes are not saved", unplayable: "cannot be played: {0}",
    cases: "{0} files of cases", taken: "there is a file {0}", deletes: "Delete the file {0}?", deletesFolder: "Delete {0} from the folder?", discards: "Delete the draft {0}? Only this browser has it.", putBack: "put {0} back",
    claimNow: "a ruling may be asked for now", claimNext: "after one more repetition a ruling may be asked for", noGames: "the folder has no games yet", plies: "{0} plies", none: "none",
  },
};

export const language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";

/** An edition in a list: its name, as one writes it, and its title; in Chinese a name in Latin letters says nothing. */
export const called = ({ id, title }) => (!title ? id : short({ id, title }) === id ? `${id} · ${title[language]}` : title[language]);

/** An edition in few words. */
export const short = ({ id, title }) => (language === "zh" && /[a-z]/i.test(id) && title ? title.zh : id);

/** An article as readers know it: in Chinese without what is only a handle. */
export const number = (article) => (language === "zh" ? article.replace(/[-.]?[a-z].*$/i, "") : article);

/** A text with what stands for {0}, {1}. */
export function say(key, ...parts) {
  return WORDS[language][key].replace(/\{(\d)\}/g, (_, place) => parts[place]);
}
