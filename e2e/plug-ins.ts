import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from './queries.ts'

export { expect }

/** Scripts that misbehave, by the names of their types. */
const SCRIPTS = {
  silent: 'export default { draw: () => new Promise(() => {}) }',
  broken: "export default { draw() { throw new Error('There is no paint left.') } }",
  empty: 'export default {}',
  curious: `export default {
    async draw(root) {
      const tries = {
        page: () => parent.document.title,
        cookies: () => document.cookie,
        storage: () => localStorage.length,
        network: () => fetch('/api/session'),
        peers: () => new RTCPeerConnection(),
      }
      const lines = []
      for (const [name, read] of Object.entries(tries))
        lines.push(await Promise.try(read).then(() => name + ' was reached', () => name + ' was refused'))
      root.textContent = lines.join(', ')
    },
  }`,
}

/** `test` for journeys in an installation with the template of plug-ins, and a plug-in with one type for each script above. */
export const test = base.extend({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'sightline-e2e-plug-ins-'))
      cpSync('deploy/plug-in-template', join(folder, 'template'), { recursive: true })
      writeMisbehaving(join(folder, 'misbehaving'))
      await use({ SIGHTLINE_PLUGINS: folder })
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

function writeMisbehaving(folder: string): void {
  mkdirSync(folder)
  const facts = { icon: '<svg xmlns="http://www.w3.org/2000/svg"/>', options: {} }
  const types = Object.keys(SCRIPTS).map((type) => ({ ...facts, type, name: `${type} chart`, script: `${type}.js` }))
  const manifest = { name: 'misbehaving', version: '1.0.0', type: 'module', sightline: { contract: 1 } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'index.js'), `export default { visualizations: ${JSON.stringify(types)} }`)
  for (const [type, code] of Object.entries(SCRIPTS)) writeFileSync(join(folder, `${type}.js`), code)
}
