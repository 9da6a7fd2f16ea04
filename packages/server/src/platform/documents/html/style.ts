/** The look of the file: colours of the product in both schemes, the grid on wide screens, one column on phones and paper. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --bg: #f7f8fa; --surface: #fff; --text: #14171c; --text2: #4a525e; --text3: #5f6874; --line: #e7eaee; --soft: #f1f3f5; --link: #2b59d1;
}
@media (prefers-color-scheme: dark) {
  :root { --bg: #0e1013; --surface: #15181c; --text: #eceef1; --text2: #b0b7c1; --text3: #8b94a0; --line: #23282e; --soft: #1d2126; --link: #8cadff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 14px/1.45 system-ui, sans-serif; overflow-wrap: anywhere; }
main, header.page, nav { max-width: 1240px; margin: 0 auto; padding: 0 20px; }
header.page { padding-top: 24px; display: grid; grid-template-columns: 1fr auto; gap: 4px 16px; }
header.page img { max-width: 180px; max-height: 40px; grid-row: 1 / span 2; grid-column: 2; }
header.page > h1, header.page > p { grid-column: 1; }
h1 { font-size: 24px; line-height: 1.3; margin: 0; }
section > h2 { font-size: 18px; margin: 28px 0 12px; }
.title { font-size: 14px; margin: 0; }
.text :is(h2, h3, h4, h5, h6) { font-size: 14px; margin: 0; }
.text .heading-1 { font-size: 18px; }
.text .heading-2 { font-size: 16px; }
a { color: var(--link); }
a:focus-visible, button:focus-visible, summary:focus-visible, .scroll:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.quiet { color: var(--text3); font-size: 12px; margin: 0; }
ul.values { list-style: none; margin: 4px 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 16px; font-size: 13px; color: var(--text2); grid-column: 1 / -1; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; margin: 12px 0 0; }
/* Widgets keep their places in every language. */
.grid, svg { direction: ltr; }
[dir=rtl] .widget { direction: rtl; }
/* A name or value has its own direction, and stands at the side at which lines of the page start. */
h1, h2, h3, th, td, a { unicode-bidi: plaintext; }
[dir=rtl] :is(h1, h2, h3) { text-align: right; }
.grid { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)); gap: 15px; margin: 16px 0; }
.widget { background: var(--surface); border: 1px solid var(--line); border-radius: 10px; padding: 12px 16px; min-width: 0; }
.widget > header { margin-bottom: 8px; }
.widget svg { display: block; max-width: 100%; height: auto; }
.widget svg.line { display: inline-block; max-width: none; vertical-align: middle; }
.widget svg.dark { display: none; }
@media (prefers-color-scheme: dark) { .widget svg.dark { display: block; } .widget svg.light { display: none; } }
.scroll { overflow: auto; max-height: 560px; }
table { border-collapse: collapse; width: 100%; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 10px; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; overflow-wrap: normal; }
td { max-width: 420px; overflow-wrap: anywhere; }
th { color: var(--text2); font-weight: 600; }
thead { position: sticky; top: 0; background: var(--surface); }
tfoot { position: sticky; bottom: 0; }
.totals { background: var(--soft); font-weight: 600; }
.right { text-align: end; white-space: nowrap; }
.short { white-space: nowrap; }
.center { text-align: center; }
th button { all: unset; cursor: pointer; white-space: nowrap; }
th button::after { content: ' ↕'; color: var(--text3); }
th[aria-sort=ascending] button::after { content: ' ↑'; }
th[aria-sort=descending] button::after { content: ' ↓'; }
details { margin-top: 8px; font-size: 13px; }
summary { cursor: pointer; color: var(--text2); min-height: 24px; }
pre, code { background: var(--soft); border-radius: 4px; padding: 1px 4px; font-family: ui-monospace, monospace; font-size: 13px; }
pre { padding: 8px; overflow: auto; white-space: pre-wrap; }
blockquote { margin: 8px 0; padding-inline-start: 12px; border-inline-start: 3px solid var(--line); }
.text > :first-child { margin-top: 0; }
.text > :last-child { margin-bottom: 0; }
.item { display: grid; grid-template-columns: 1.4em 1fr; margin: 2px 0; }
footer { max-width: 1240px; margin: 0 auto; padding: 8px 20px 32px; }
@media (max-width: 800px) {
  main, header.page, nav, footer { padding-left: 12px; padding-right: 12px; }
  .widget { grid-column: 1 / -1 !important; grid-row: auto !important; }
}
@media print {
  :root { --bg: #fff; --surface: #fff; --text: #14171c; --text2: #4a525e; --text3: #5f6874; --line: #d8dde3; --soft: #f1f3f5; --link: #2b59d1; color-scheme: light; }
  .widget svg.dark { display: none; }
  .widget svg.light { display: block; }
  .widget { break-inside: avoid; }
  .widget:has(tbody tr:nth-child(20)) { break-inside: auto; }
  .scroll { overflow: visible; max-height: none; }
  thead, tfoot { position: static; }
  tfoot { display: table-row-group; }
  details:not([open]), nav, th button::after { display: none; }
  section + section { break-before: page; }
}
`
