// A strip of boards becomes one board that steps. Without this script, and in print, the strip stays.
"use strict";
(() => {
  const chinese = document.documentElement.lang.startsWith("zh");
  const make = (bar, text, act) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", act);
    bar.append(button);
    return button;
  };
  for (const figure of document.querySelectorAll("figure.strip")) {
    const boards = [...figure.querySelectorAll(":scope > ol > li")];
    if (boards.length < 2) continue;
    const bar = document.createElement("div");
    bar.className = "stepper";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", chinese ? "逐着看" : "steps");
    let at = 0;
    const show = (wanted) => {
      at = Math.max(0, Math.min(boards.length - 1, wanted));
      boards.forEach((board, index) => board.classList.toggle("on", index === at));
      steps.forEach((step, index) => {
        if (index === at) step.setAttribute("aria-current", "step");
        else step.removeAttribute("aria-current");
      });
      back.disabled = at === 0;
      on.disabled = at === boards.length - 1;
    };
    const back = make(bar, chinese ? "‹ 上一步" : "‹ back", () => show(at - 1));
    const on = make(bar, chinese ? "下一步 ›" : "next ›", () => show(at + 1));
    const steps = boards.map((board, index) =>
      make(bar, board.querySelector(".step").textContent, () => show(index)));
    figure.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft") show(at - 1);
      else if (event.key === "ArrowRight") show(at + 1);
      else return;
      event.preventDefault();
    });
    figure.querySelector("ol").setAttribute("aria-live", "polite");
    figure.prepend(bar);
    figure.classList.add("stepping");
    show(0);
  }
})();
