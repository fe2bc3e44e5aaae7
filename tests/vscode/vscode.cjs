// Opens a notebook in VS Code as a student would, and tells what it saw, as JSON. Judges nothing.
// Arguments: the browser, the server's address, the notebook's folder, a folder for pictures.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { chromium } = require("playwright-core");

const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
// Each theme as it is listed, and what VS Code calls its kind.
const THEMES = {
  "Dark Modern": "vscode-dark", "Dark High Contrast": "vscode-high-contrast",
  "Light High Contrast": "vscode-high-contrast-light", "Light Modern": "vscode-light",
};
const [executablePath, address, folder, pictures] = process.argv.slice(2);
const WIDE = { width: 1280, height: 2400 };
const NARROW = { width: 400, height: 3600 };

// The frame in which VS Code draws outputs, once they are there.
async function outputs(page) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    for (const frame of page.frames()) {
      const there = () => document.querySelector(".output_container svg.chain")?.getBoundingClientRect().height;
      if (await frame.evaluate(there).catch(() => false)) return frame;
    }
    await page.waitForTimeout(200);
  }
  throw new Error("no output was drawn");
}

// The notebook, and the frame with its outputs.
async function opened(page) {
  await page.goto(`${address}/?folder=${encodeURIComponent(folder)}`);
  const name = "batching.ipynb";
  const row = page.locator(".notebookOverlay .monaco-list-row").first();
  // Before VS Code has read its extensions it opens a notebook as text.
  for (let attempt = 0; attempt < 12 && !(await row.isVisible()); attempt += 1) {
    await page.getByRole("treeitem", { name }).click();
    await row.waitFor({ timeout: 5000 }).catch(() => page.keyboard.press("Alt+w"));
  }
  await page.keyboard.press("Control+b"); // takes the list of files away
  return outputs(page);
}

async function looked(page, frame, theme, size) {
  await page.setViewportSize(size);
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Control+t");
  await page.locator(".quick-input-list .monaco-list-row", { hasText: theme }).first().click();
  await frame.waitForFunction((kind) => document.body.dataset.vscodeThemeKind === kind, THEMES[theme]);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: path.join(pictures, `${THEMES[theme]}-${size.width}.png`) });
  const found = await frame.evaluate(
    (values) => axe.run({ include: [[".output_container"]] }, { runOnly: values }), RULES,
  );
  const told = await frame.evaluate(() => {
    const first = document.querySelector(".output_container:has(svg.chain)");
    const nodes = [...first.querySelectorAll("svg.chain .node")];
    const { right } = first.getBoundingClientRect();
    const ground = (part) => getComputedStyle(part).backgroundColor;
    return {
      ink: getComputedStyle(first).color,
      verdict: first.innerText.split("\n")[0],
      nodes: nodes.map((node) => node.textContent.trim().split(/\s+/)[0]),
      cut: nodes.filter((node) => node.getBoundingClientRect().right > right).length,
      tinted: [...first.querySelectorAll("thead, tr")].filter((part) => ground(part) !== "rgba(0, 0, 0, 0)").length,
      all: [...document.querySelectorAll(".output_container")].map((part) => part.innerText).join("\n"),
    };
  });
  const violations = found.violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.html.slice(0, 200)).join(" | ")}`);
  return { theme, width: size.width, violations, ...told };
}

const cell = (page, text) => page.locator(".notebookOverlay .monaco-list-row", { hasText: text });

// By keyboard: into the output of a cell, the rest of an array opened, and on to the next output.
async function walked(page, frame) {
  const press = async (...keys) => {
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.waitForTimeout(500);
    }
  };
  const focused = () => frame.evaluate(() => (document.hasFocus() ? document.activeElement.innerText : ""));
  const told = { steps: [] };
  const rest = frame.locator(".output_container:has(svg.chain) details");
  const folded = await rest.locator("summary").innerText();
  await cell(page, 'check("Q")').locator(".view-line").first().click();
  await press("Escape", "Control+Shift+ArrowDown");
  for (let count = 0; count < 8 && told.steps.at(-1) !== folded; count += 1) {
    told.steps.push((await focused()).split("\n")[0]);
    await press(told.steps.at(-1) === folded ? "Enter" : "Tab");
  }
  told.opened = await rest.evaluate((panel) => {
    const [inner, outer] = [panel, panel.closest(".output_container")].map((part) => part.getBoundingClientRect());
    return panel.open && inner.bottom < outer.bottom;
  });
  await page.screenshot({ path: path.join(pictures, "opened.png") });
  await press("Control+Shift+ArrowUp", "Escape", "ArrowDown", "Control+Shift+ArrowDown");
  told.next = await focused();
  return told;
}

// The output's menu: Change Presentation, to plain text.
async function plain(page, frame) {
  await cell(page, 'check("Q")').locator(".cell-output-toolbar a").first().click();
  await page.getByRole("menuitem", { name: /Change Presentation/ }).click();
  await page.locator(".quick-input-list .monaco-list-row", { hasText: "text/plain" }).first().click();
  await frame.locator("svg.chain").waitFor({ state: "detached" });
  const text = frame.locator(".output_container", { hasText: "First incorrect object" });
  await text.waitFor();
  await page.waitForTimeout(500);
  await page.screenshot({ path: path.join(pictures, "plain.png") });
  return text.evaluate((part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return { text: part.innerText, cut: range.getBoundingClientRect().right > part.getBoundingClientRect().right };
  });
}

let onFailure = async () => {};

(async () => {
  // Nothing but this machine is asked.
  const args = ["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"];
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage({ viewport: WIDE });
  page.setDefaultTimeout(60000);
  onFailure = () => page.screenshot({ path: path.join(pictures, "failed.png") });
  const frame = await opened(page);
  await frame.evaluate(AXE);
  const looks = [];
  for (const theme of Object.keys(THEMES)) looks.push(await looked(page, frame, theme, WIDE));
  looks.push(await looked(page, frame, "Light Modern", NARROW));
  await page.setViewportSize(WIDE);
  const told = { looks, walk: await walked(page, frame), plain: await plain(page, frame) };
  await browser.close();
  process.stdout.write(JSON.stringify(told));
})().catch(async (error) => {
  console.error(error);
  await onFailure().catch(() => {});
  process.exit(1);
});
