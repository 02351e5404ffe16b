// Finds clauses and cases: Chinese without spaces by pairs of characters, articles by their number.
"use strict";
(() => {
  const chinese = document.documentElement.lang.startsWith("zh");
  const asked = new URLSearchParams(location.search).get("q")?.trim() ?? "";
  const box = document.querySelector('input[name="q"]');
  const found = document.getElementById("found");
  if (box) box.value = asked;
  const line = (text) => {
    const line = document.createElement("p");
    line.textContent = text;
    return line;
  };
  if (!asked) {
    found.replaceChildren(line(chinese ? "请在上面输入条号或词语。" : "Write an article or words above."));
    box?.focus();
    return;
  }
  const fold = (text) => [...text.normalize("NFKC").toLowerCase()]
    .map((c) => qiliIndex.simplified[c] ?? c).join("");
  const isChinese = (c) => /\p{Script=Han}/u.test(c);
  // as the index was made: characters and pairs of them, other words whole
  const words = (text) => {
    const words = new Set();
    for (const run of fold(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean)) {
      for (const part of run.match(/\p{Script=Han}+|[^\p{Script=Han}]+/gu) ?? []) {
        const letters = [...part];
        if (!isChinese(letters[0])) words.add(part);
        else if (letters.length === 1) words.add(part);
        else for (let at = 1; at < letters.length; at += 1) words.add(letters[at - 1] + letters[at]);
      }
    }
    return [...words];
  };
  const wanted = words(asked);
  const scores = new Map();
  for (const word of wanted) {
    const entries = new Set(qiliIndex.words[word]);
    // the beginning of a word of Latin letters finds it too
    if (!isChinese(word[0]) && word.length > 2) {
      for (const [known, more] of Object.entries(qiliIndex.words)) {
        if (known.startsWith(word)) more.forEach((entry) => entries.add(entry));
      }
    }
    for (const entry of entries) scores.set(entry, (scores.get(entry) ?? 0) + 1);
  }
  const number = asked.normalize("NFKC").toLowerCase();
  qiliIndex.entries.forEach((entry, index) => {
    const article = entry.article?.normalize("NFKC").toLowerCase();
    if (article === number) scores.set(index, wanted.length + 2);
    else if (article?.startsWith(number)) scores.set(index, wanted.length + 1);
  });
  const least = Math.max(1, Math.ceil(wanted.length * 0.6));
  const hits = [...scores].filter(([, score]) => score >= least)
    .sort(([one, score], [other, more]) => more - score || one - other).slice(0, 200);
  const list = document.createElement("ol");
  list.className = "hits";
  for (const [at] of hits) {
    const entry = qiliIndex.entries[at];
    const link = document.createElement("a");
    link.href = entry.href;
    link.textContent = entry.title;
    const edition = document.createElement("span");
    edition.className = "soft";
    edition.textContent = " " + entry.edition;
    const item = document.createElement("li");
    item.append(link, edition);
    list.append(item);
  }
  const count = chinese ? `“${asked}”：${hits.length} 条` : `“${asked}”: ${hits.length} found`;
  found.replaceChildren(line(count), list);
})();
