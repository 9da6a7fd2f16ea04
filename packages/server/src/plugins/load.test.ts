import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadPlugins } from './load.ts'
import { mergeTypes } from './merge.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-plug-ins-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const MANIFEST = { name: 'acme', version: '1.2.3', type: 'module', sightline: { contract: 1 } }
const LOGO = '\'<svg xmlns="http://www.w3.org/2000/svg"/>\''
const DESTINATION = `{ type: 'acme_chat', name: 'Acme', logo: ${LOGO}, options: {}, async send() {} }`

/** A visualization with other facts. */
const visualization = (facts = '') =>
  `{ visualizations: [{ type: 'acme_dots', name: 'Dots', icon: ${LOGO}, options: {}, script: 'dots.js', ${facts} }] }`

/** Writes a plug-in. @param manifest an object, or the text of its `package.json` */
function write(name: string, code: string, manifest: object | string = MANIFEST): void {
  const place = join(folder, name)
  mkdirSync(place)
  writeFileSync(join(place, 'package.json'), typeof manifest === 'string' ? manifest : JSON.stringify(manifest))
  writeFileSync(join(place, 'index.js'), code)
}

/** The sentences about what was not loaded. Modules that never load get little time, all others load first. */
const problems = async (limit?: number) => (await loadPlugins(folder, limit)).plugins.map(({ problem }) => problem)

describe('plug-ins', () => {
  it('load from sub-folders, also by links, in the order of their names (OPEN-400)', async () => {
    write('b', `export default { destinations: [${DESTINATION}] }`)
    write('a', 'export default {}', { ...MANIFEST, name: 'first' })
    symlinkSync(join(folder, 'b'), join(folder, 'c'))
    mkdirSync(join(folder, 'notes'))
    writeFileSync(join(folder, 'README.md'), 'no plug-in')
    const { plugins, problem } = await loadPlugins(folder)
    expect([problem, plugins.map(({ name, destinations }) => [name, destinations.length])]).toEqual([
      null,
      [
        ['first 1.2.3', 0],
        ['acme 1.2.3', 1],
        ['acme 1.2.3', 1],
      ],
    ])
  })

  it('are none without the setting, and a folder that is missing is reported (OPEN-401)', async () => {
    expect(await loadPlugins(null)).toEqual({ plugins: [], problem: null })
    const missing = join(folder, 'missing')
    const { plugins, problem } = await loadPlugins(missing)
    expect(plugins).toEqual([])
    expect(problem).toMatch(`The folder of plug-ins ${missing} cannot be read: ENOENT`)
  })

  it.each([
    ['broken JSON', '{"name":', '', /^The plug-in bad was not loaded: its package\.json is no JSON \(.+\)\.$/],
    [
      'no version of the contract',
      { name: 'acme', version: '1' },
      '',
      /^The plug-in bad was not loaded: its package\.json is incomplete \(sightline: .+\)\.$/,
    ],
    [
      'another version of the contract',
      { ...MANIFEST, sightline: { contract: 7 } },
      '',
      /^The plug-in acme 1\.2\.3 was not loaded: it is written for version 7 of the contract, and this Sightline has version 1\.$/,
    ],
    ['an error at import', MANIFEST, "throw new Error('No licence.')", /acme 1\.2\.3 was not loaded: No licence\.$/],
    ['a syntax error', MANIFEST, 'export default {', /acme 1\.2\.3 was not loaded: .+\.$/],
    ['a module that is missing', { ...MANIFEST, main: 'none.js' }, '', /was not loaded: .*none\.js/],
    ['no default export', MANIFEST, 'export const plugin = {}', /was not loaded: its module has no default export\.$/],
    ['an unknown kind of type', MANIFEST, 'export default { themes: [] }', /was not loaded: .*themes/],
    [
      'a type without its function',
      MANIFEST,
      `export default { destinations: [{ type: 'acme', name: 'Acme', logo: ${LOGO}, options: {} }] }`,
      /was not loaded: destinations\.0\.send: must be a function, send\(\)\.$/,
    ],
    [
      'a secret that is no text',
      MANIFEST,
      `export default { destinations: [{ ...${DESTINATION}, options: { pin: { type: 'number', secret: true } } }] }`,
      /destinations\.0\.options\.pin: only a string can be a secret\.$/,
    ],
    [
      'a visualization whose script is missing',
      MANIFEST,
      `export default ${visualization()}`,
      /was not loaded: the script dots\.js of acme_dots cannot be read\.$/,
    ],
    [
      'a visualization whose script is elsewhere',
      MANIFEST,
      `export default ${visualization("script: '../good/index.js'")}`,
      /was not loaded: the script \.\.\/good\/index\.js of acme_dots is outside of the folder of the plug-in\.$/,
    ],
    [
      'a secret of a visualization',
      MANIFEST,
      `export default ${visualization("options: { key: { type: 'string', secret: true } }")}`,
      /visualizations\.0\.options\.key: .*secret/,
    ],
    [
      'a column that is no text',
      MANIFEST,
      `export default ${visualization("options: { x: { type: 'number', column: 'number' } }")}`,
      /visualizations\.0\.options\.x: only a string can be a column\.$/,
    ],
  ])('with %s are left out with one sentence, and the others load (OPEN-401)', async (_, manifest, code, sentence) => {
    write('bad', code, manifest)
    write('good', `export default { destinations: [${DESTINATION}] }`)
    expect(await problems()).toEqual([expect.stringMatching(sentence), null])
  })

  it('have the scripts of their visualizations, each with the hash of its text (OPEN-497)', async () => {
    write('dots', `export default ${visualization()}`)
    writeFileSync(join(folder, 'dots', 'dots.js'), 'export default { draw() {} }')
    const [first] = (await loadPlugins(folder)).plugins
    writeFileSync(join(folder, 'dots', 'dots.js'), 'export default { draw() { } }')
    const [second] = (await loadPlugins(folder)).plugins
    expect(first?.visualizations).toMatchObject([
      { code: 'export default { draw() {} }', hash: expect.stringMatching(/^\w{16}$/) },
    ])
    expect(second?.visualizations[0]?.hash).not.toBe(first?.visualizations[0]?.hash)
  })

  it('that never finish loading are left out after the limit (OPEN-401)', async () => {
    write('never', 'await new Promise(() => {})\nexport default {}')
    expect(await problems(50)).toEqual(['The plug-in acme 1.2.3 was not loaded: its module did not load within 0.05 seconds.'])
  })
})

it('keeps the type of the product, or of the first plug-in, where a name is taken (OPEN-401)', () => {
  const type = (id: string, name: string) => ({ type: id, name })
  const { types, problems: left } = mergeTypes('Data source', new Map([['pg', type('pg', 'PostgreSQL')]]), [
    { plugin: 'acme 1', type: type('pg', 'Other') },
    { plugin: 'acme 1', type: type('acme', 'Acme') },
    { plugin: 'evil 2', type: type('acme', 'Evil') },
  ])
  expect([...types.values()].map(({ name }) => name)).toEqual(['PostgreSQL', 'Acme'])
  expect(left).toEqual([
    'The data source type pg of the plug-in acme 1 was left out: the name is taken.',
    'The data source type acme of the plug-in evil 2 was left out: the name is taken.',
  ])
})
