// Refuses the words that docs/glossary.md replaces, in names, comments, test titles and documents, and comments and titles that
// break its rules. `npm run words` prints each place; `npm run words -- --count` the number by folder.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { trackedFiles } from './tracked-files.ts'
import { allowed, findings, refusedWords } from './words-check.ts'

const { values } = parseArgs({ options: { count: { type: 'boolean', default: false } } })
const words = refusedWords(readFileSync('docs/glossary.md', 'utf8'))
const files = trackedFiles().filter(
  (file) => /\.(tsx?|css|md)$/.test(file) && !/^docs\/(glossary|requirements)\.md$|^scripts\/words/.test(file),
)

const found = files.flatMap((file) =>
  findings(file, readFileSync(file, 'utf8'), words).filter((finding) => !allowed(file, finding)),
)

if (values.count) {
  const counts = Map.groupBy(found, ({ file }) =>
    file
      .split('/')
      .slice(0, 5)
      .join('/')
      .replace(/\/[^/]*\.\w+$/, ''),
  )
  for (const [folder, { length }] of [...counts].sort((a, b) => b[1].length - a[1].length)) console.log(`${length} ${folder}`)
} else {
  for (const { file, line, problem, text } of found) console.log(`${file}:${line} ${problem}: ${text.trim()}`)
}
console.log(`${found.length} places in ${files.length} files`)
if (found.length > 0) process.exitCode = 1
