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
  },
};

export const language = document.documentElement.lang.startsWith("zh") ? "zh" : "en";

/** A text with what stands for {0}, {1}. */
export function say(key, ...parts) {
  return WORDS[language][key].replace(/\{(\d)\}/g, (_, place) => parts[place]);
}
