document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-step]");
  if (!button) return;
  const figure = button.closest("figure");
  const step = Number(button.dataset.step);
  figure.querySelectorAll(".frame").forEach((frame, index) => frame.classList.toggle("on", index === step));
  figure.querySelectorAll("button").forEach((other) => other.classList.toggle("on", other === button));
});
