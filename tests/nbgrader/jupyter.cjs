// Works in JupyterLab and formgrader as an instructor would, and tells what it saw, as JSON.
// Arguments: the browser, the server's address, its token, a folder for pictures.
"use strict";
const path = require("node:path");
const { chromium } = require("playwright-core");

const QUIET = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
  "--disable-background-networking", "--disable-component-update",
];

let onFailure = async () => {};

(async () => {
  const [executablePath, address, token, pictures] = process.argv.slice(2);
  // A fresh profile each time: playwright makes and removes it.
  const browser = await chromium.launch({ executablePath, args: QUIET });
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  page.setDefaultTimeout(40000);
  const told = { errors: [] };
  page.on("pageerror", (error) => {
    // nbgrader's pages take MathJax from the network, which need not be there.
    // Notebook 7 looks for plugins of JupyterLab that it does not have.
    const known = error.message === "MathJax is not defined" || page.url().includes("/notebooks/");
    if (!known) told.errors.push(error.message);
  });
  onFailure = () => page.screenshot({ path: path.join(pictures, "failed.png") });
  const seen = (name) => page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
  const go = (where) => page.goto(`${address}/${where}`);

  // The token in the address, once; then a cookie.
  await go(`formgrader/manage_assignments?token=${token}`);
  await page.waitForSelector("td.num-submissions");
  told.assignments = await page.$$eval("td.name", (cells) => cells.map((cell) => cell.textContent.trim()));
  await seen("assignments");

  // Autograde by the button, one student after the other.
  await go("formgrader/manage_submissions/scores");
  await page.waitForSelector("td.autograde a");
  const row = (student) => page.locator("tr", { has: page.locator(`td.student-id[data-order="${student}"]`) });
  told.autograded = {};
  for (const student of ["ada", "ben"]) {
    await row(student).locator("td.autograde a").click();
    const dialog = page.locator(".modal.in");
    await dialog.waitFor();
    told.autograded[student] = (await dialog.innerText()).split("\n").filter(Boolean);
    await seen(`autograded-${student}`);
    await dialog.getByRole("button", { name: "OK" }).click();
    await dialog.waitFor({ state: "detached" });
    told.autograded[student].push((await row(student).locator("td.status").innerText()).trim());
  }
  await seen("submissions");

  // The list of submissions of the notebook, and ben's, opened.
  await go("formgrader/gradebook/scores/scores");
  await page.locator("td.name a").first().waitFor();
  await seen("gradebook");
  // Twice in each row: with the name hidden and shown.
  const links = new Set(await page.$$eval("td.name a", (all) => all.map((link) => link.getAttribute("href"))));
  told.opened = [];
  for (const link of links) {
    await page.goto(new URL(link, address).href);
    await page.waitForSelector("input.score");
    const text = await page.innerText("body");
    told.opened.push({
      verdict: (text.match(/First incorrect object: \S+|All correct/) || [null])[0],
      rubric: text.includes("Rubric"),
      answer: text.includes("With my own words"),
      drawings: await page.locator("svg").count(),
    });
    if (text.includes("With my own words")) {
      const score = page.locator("input.score.needs_manual_grade");
      await score.fill("3");
      const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
      await score.press("Tab");
      told.saved = (await saved).status();
      await seen("formgrade");
    }
  }

  // Feedback, made by the button.
  await go("formgrader/manage_submissions/scores");
  await row("ben").locator("td.generate-feedback a").click();
  const dialog = page.locator(".modal.in");
  await dialog.waitFor();
  told.feedback = (await dialog.innerText()).split("\n").filter(Boolean);
  await dialog.getByRole("button", { name: "OK" }).click();

  // JupyterLab and Notebook 7: a notebook, its first cells run by a kernel.
  const cell = (text) => page.locator(".jp-CodeCell", { hasText: text }).first();
  const idle = { lab: page.getByText("Python 3 (ipykernel) | Idle"), notebooks: page.locator('[data-status="idle"]') };
  // A cell that is run before its kernel is there is passed over, or asks for a kernel.
  await page.addLocatorHandler(page.getByRole("button", { name: "Select", exact: true }), (choice) => choice.click());
  async function ran(where, name) {
    await go(`${where}?token=${token}`);
    await page.locator(".jp-CodeCell").first().waitFor();
    await idle[where.split("/")[0]].first().waitFor();
    for (const text of ["from autograder.notebook import check", `check("${name}")`]) {
      const prompt = (shown) => cell(text).locator(".jp-InputPrompt", { hasText: shown });
      for (let attempt = 0; attempt < 8 && !(await prompt(/\[[\d*]+\]/).count()); attempt += 1) {
        await cell(text).locator(".jp-InputArea-editor").click();
        await page.keyboard.press("Shift+Enter");
        await prompt(/\[[\d*]+\]/).waitFor({ timeout: 4000 }).catch(() => {});
      }
      await prompt(/\[\d+\]/).waitFor();
    }
    const output = cell(`check("${name}")`).locator(".jp-OutputArea");
    await output.getByText("Your own").first().waitFor();
    await page.waitForTimeout(500);
    return (await output.innerText()).split("\n").filter(Boolean);
  }
  told.checked = await ran("lab/tree/student/scores/scores.ipynb", "raw_scores");
  await seen("lab");
  told.wrong = await ran("notebooks/student/softmax/softmax.ipynb", "softmax");
  told.errors_shown = await cell('check("softmax")').locator('[data-mime-type="application/vnd.jupyter.error"], [data-mime-type="application/vnd.jupyter.stderr"]').allInnerTexts();
  await seen("notebook");

  await page.goto(`file://${path.join(pictures, "../course/feedback/ben/scores/scores.html")}`);
  await seen("feedback");
  await browser.close();
  process.stdout.write(JSON.stringify(told));
})().catch(async (error) => {
  console.error(error);
  await onFailure().catch(() => {});
  process.exit(1);
});
