import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')

/** A test file in backquotes, followed by a colon and the quoted titles of its tests. */
const CITATION = /`([\w./-]+\.(?:test|spec)\.tsx?)`: ((?:"[^"]+"(?:, )?)+)/g

describe.each([
  { name: 'security', file: 'docs/security.md', least: 50 },
  { name: 'accessibility', file: 'docs/accessibility.md', least: 40 },
])('the $name page', ({ file: path, least }) => {
  const page = readFileSync(join(ROOT, path), 'utf8')
  const citations = [...page.matchAll(CITATION)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file, title })),
  )

  it('cites tests for its claims (OPEN-367)', () => {
    expect(citations.length).toBeGreaterThan(least)
  })

  it.each(citations)('cites a test that exists: $file: $title', ({ file, title }) => {
    const source = readFileSync(join(ROOT, file), 'utf8').replaceAll("\\'", "'")
    expect(source).toContain(title)
  })

  it('cites every test file together with the title of a test', () => {
    const files = [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file]) => file)
    expect(files.filter((file) => !citations.some((citation) => citation.file === file))).toEqual([])
  })
})
