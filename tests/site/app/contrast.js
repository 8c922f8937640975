// The least contrast between a text of the page and what is behind it (WCAG 2).
() => {
  const luminance = (colour) => {
    const [r, g, b] = colour.map((value) => {
      const part = value / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parse = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const over = (front, back) => [0, 1, 2].map((i) => (front[i] * front[3] + back[i] * (255 - front[3])) / 255);
  const behind = (element) => {
    const chain = [];
    for (let one = element; one; one = one.parentElement) chain.unshift(one);
    return chain.reduce((colour, one) => over(parse(getComputedStyle(one).backgroundColor), colour), [255, 255, 255]);
  };
  const texts = ".mp-token .mp-text, .mp-badge, .mp-summary, .mp-row dd p, .mp-verdict p, .mp-line a, .mp-facets td, .mp-why, .mp-chip, .mp-row dt, .mp-count, label";
  let least = [99, ""];
  for (const element of document.querySelectorAll(`.mp-app :is(${texts})`)) {
    const back = behind(element);
    const front = over(parse(getComputedStyle(element).color), back);
    const [more, less] = [luminance(front), luminance(back)].sort((a, b) => b - a);
    const ratio = (more + 0.05) / (less + 0.05);
    if (ratio < least[0]) least = [ratio, `${element.className} ${element.textContent.slice(0, 40)}`];
  }
  return least;
}
