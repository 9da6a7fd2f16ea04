// Prints, per area, how many requirements of docs/requirements.md are cited in the title of a test.
// `npm run requirements -- --missing SHELL` also names those of an area that no test cites.
import { globSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { missing: { type: 'string' } } })

const ids = [...readFileSync('docs/requirements.md', 'utf8').matchAll(/^\|\s*([A-Z]+-\d+[a-z]?)\s*\|/gm)].flatMap(
  ([, id]) => id ?? [],
)
const areaOf = (id: string) => id.replace(/-.*/, '')

// Only the title string of it/test/describe counts, so that a comment or a skipped test cannot.
const titles =
  /\b(?:it|test|describe)(?:\.(?!skip|todo|fixme)[a-zA-Z]+)*(?:\([^'"`]*\))?\s*\(\s*(['"`])((?:(?!\1)[\s\S]){0,400}?)\1/g
const files = globSync(['packages/**/*.{test,spec}.{ts,tsx}', 'e2e/**/*.{test,spec}.ts'], {
  exclude: (path) => path.includes('node_modules'),
})
const cited = new Set(
  files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(titles)].flatMap(([, , title]) =>
      [...(title ?? '').matchAll(/[A-Z]+-\d+[a-z]?/g)].map(([id]) => id),
    ),
  ),
)

const areas = Map.groupBy(ids, areaOf)
for (const [area, all] of areas) {
  const shown = all.filter((id) => cited.has(id)).length
  console.log(`${area.padEnd(9)} ${String(shown).padStart(4)} of ${String(all.length).padStart(4)}`)
}
if (values.missing)
  console.log(`not cited in ${values.missing}: ${(areas.get(values.missing) ?? []).filter((id) => !cited.has(id)).join(' ')}`)

const known = new Set(ids)
const unknown = [...cited].filter((id) => areas.has(areaOf(id)) && !known.has(id))
console.log(`requirements shown by a test: ${ids.filter((id) => cited.has(id)).length} of ${ids.length}`)
if (unknown.length > 0) {
  console.error(`cited, but not in the list: ${unknown.join(' ')}`)
  process.exitCode = 1
}
