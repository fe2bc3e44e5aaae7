// Opens pages in Chromium and tells what it saw, as JSON on stdout. Judges nothing.
// Arguments: the browser, then files. A page's name says what it is: class.html, many.html (a large
// class, which is not audited again) or a submission's.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

async function opened(browser, file, options) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const seen = { console: [], requests: [] };
  page.on("console", (message) => seen.console.push(message.text()));
  page.on("pageerror", (error) => seen.console.push(error.message));
  page.on("request", (request) => seen.requests.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return { context, page, seen };
}

async function audited(browser, file, colorScheme, width) {
  const { context, page, seen } = await opened(browser, file, {
    colorScheme, viewport: { width, height: 900 },
  });
  await page.evaluate(() => document.querySelectorAll("details").forEach((panel) => { panel.open = true; }));
  await page.evaluate(AXE);
  const found = await page.evaluate((values) => axe.run(document, { runOnly: values }), RULES);
  const told = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    ground: getComputedStyle(document.body).backgroundColor,
    hit: window.hit ?? null,
    names: [...document.querySelectorAll("td bdi, th bdi, .who bdi")].map((name) => [
      name.textContent, name.getBoundingClientRect().height,
    ]),
  }));
  await context.close();
  const violations = found.violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.html.slice(0, 200)).join(" | ")}`);
  return { file: path.basename(file), colorScheme, width, violations, ...told, ...seen };
}

// Keyboard only: to the first drawing, along it, and into the panel of a node.
async function walked(browser, file, javaScriptEnabled) {
  const { context, page } = await opened(browser, file, { javaScriptEnabled });
  const steps = [];
  for (let count = 0; count < 200; count += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const node = document.activeElement;
      return { drawn: Boolean(node.closest(".chain")), href: node.getAttribute("href") };
    });
    if (at.drawn) { steps.push(at.href); break; }
  }
  if (javaScriptEnabled) {
    await page.keyboard.press("ArrowDown");
    steps.push(await page.evaluate(() => document.activeElement.getAttribute("href")));
  }
  await page.keyboard.press("Enter");
  await page.waitForTimeout(100);
  const open = await page.evaluate(() => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    return Boolean(target && target.closest("details").open);
  });
  await context.close();
  return { steps, open };
}

async function sorted(browser, file) {
  const { context, page } = await opened(browser, file, {});
  const names = () => page.$$eval(".students tbody tr:not([hidden]) th", (cells) => cells.map((cell) => cell.textContent));
  const told = { first: await names() };
  await page.focus(".students thead th:nth-child(2) button");
  await page.keyboard.press("Enter");
  told.byPoints = await names();
  await page.fill("#find", "ben");
  told.found = await names();
  told.count = await page.textContent("#count");
  await context.close();
  return told;
}

// A class larger than what is laid out at once.
async function counted(browser, file) {
  const { context, page } = await opened(browser, file, {});
  const shown = () => page.locator(".students tbody tr:not([hidden])").count();
  const told = { shown: await shown(), count: await page.textContent("#count") };
  await page.fill("#find", "student 249");
  told.found = await page.$$eval(".students tbody tr:not([hidden]) th", (cells) => cells.map((cell) => cell.textContent));
  await page.fill("#find", "");
  await page.focus("#all");
  await page.keyboard.press("Enter");
  told.all = await shown();
  told.button = await page.isVisible("#all");
  await context.close();
  return told;
}

(async () => {
  const [executablePath, ...files] = process.argv.slice(2);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const audits = [];
  for (const file of files.filter((name) => path.basename(name) !== "many.html")) {
    audits.push(await audited(browser, file, "light", 1240));
    audits.push(await audited(browser, file, "dark", 400));
  }
  const named = (name) => files.find((file) => path.basename(file) === name);
  const [submission, klass] = [named("ben.html"), named("class.html")];
  const walks = { script: await walked(browser, submission, true), plain: await walked(browser, submission, false) };
  const told = { audits, walks, table: await sorted(browser, klass), many: await counted(browser, named("many.html")) };
  await browser.close();
  process.stdout.write(JSON.stringify(told));
})().catch((error) => { console.error(error); process.exit(1); });
