import { createHash } from 'node:crypto'

/** Sorts a table by the column whose head is clicked: up, down, and back to the order of the file. It holds no data. */
export const SCRIPT = `
for (const button of document.querySelectorAll('th button')) {
  const head = button.closest('th')
  const table = head.closest('table')
  const body = table.tBodies[0]
  const original = [...body.rows]
  const at = [...head.parentElement.cells].indexOf(head)
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true })
  const keyOf = (row) => {
    const cell = row.cells[at]
    return cell.dataset.n === undefined ? cell.textContent : Number(cell.dataset.n)
  }
  const compare = (a, b) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : typeof a === 'number' ? -1 : typeof b === 'number' ? 1 : collator.compare(a, b)
  button.addEventListener('click', () => {
    const next = { none: 'ascending', ascending: 'descending', descending: 'none' }[head.ariaSort ?? 'none']
    for (const other of head.parentElement.cells) if (other.ariaSort) other.ariaSort = 'none'
    head.ariaSort = next
    const sign = next === 'descending' ? -1 : 1
    const rows = next === 'none' ? original : original.toSorted((one, other) => sign * compare(keyOf(one), keyOf(other)))
    body.append(...rows)
  })
}
`

/** The hash by which the policy of the file allows this script and no other. */
export const SCRIPT_HASH = `sha256-${createHash('sha256').update(SCRIPT).digest('base64')}`
