import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A function for foreign code: it makes a connection between browsers in a frame within its own. It rejects if no script of that frame
 * runs within a second, and if it has no such connections.
 */
export const PEERS_WITHIN = `function peersWithin(element) {
  return new Promise((resolve, reject) => {
    addEventListener('message', ({ data }) => (data === 'function' ? resolve() : reject(data)), { once: true })
    const frame = document.createElement('iframe')
    frame.srcdoc = '<script>parent.postMessage(typeof RTCPeerConnection, "*")</' + 'script>'
    element.append(frame)
    setTimeout(reject, 1000)
  })
}`

/** Scripts besides that of the template, by the names of their types: most of them do not draw. */
const SCRIPTS = {
  silent: 'export default { draw: () => new Promise(() => {}) }',
  broken: "export default { draw() { throw new Error('There is no paint left.') } }",
  empty: 'export default {}',
  endless: 'export default { draw() { for (;;); } }',
  keys: "export default { draw: (root) => { root.innerHTML = '<button>One</button><button>Two</button>' } }",
  outdated: `let draws = 0
    export default {
      async draw(root) {
        if (draws++ > 0) return void (root.textContent = 'Drawn again.')
        root.textContent = 'First drawing'
        await new Promise((go) => (root.onclick = go))
        throw new Error('The first drawing has failed.')
      },
    }`,
  curious: `${PEERS_WITHIN}
    export default {
    async draw(root) {
      const tries = {
        page: () => parent.document.title,
        cookies: () => document.cookie,
        storage: () => localStorage.length,
        network: () => fetch('/api/session'),
        peers: () => new RTCPeerConnection(),
        'peers of a frame within': () => peersWithin(root),
      }
      const lines = []
      for (const [name, read] of Object.entries(tries))
        lines.push(await Promise.try(read).then(() => name + ' was reached', () => name + ' was refused'))
      root.textContent = lines.join(', ')
    },
  }`,
}

/** A folder with plug-ins: the template, and one with a type for each script above. */
export interface PlugInFolder {
  path: string
  remove(): void
}

export function makePlugInFolder(): PlugInFolder {
  const path = mkdtempSync(join(tmpdir(), 'sightline-e2e-plug-ins-'))
  cpSync('deploy/plug-in-template', join(path, 'template'), { recursive: true })
  writeFurther(join(path, 'further'))
  return { path, remove: () => rmSync(path, { recursive: true }) }
}

function writeFurther(folder: string): void {
  mkdirSync(folder)
  const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16v16H4z"/></svg>'
  const facts = { icon, options: {} }
  const types = Object.keys(SCRIPTS).map((type) => ({ ...facts, type, name: `${type} chart`, script: `${type}.js` }))
  const manifest = { name: 'further', version: '1.0.0', type: 'module', sightline: { contract: 1 } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'index.js'), `export default { visualizations: ${JSON.stringify(types)} }`)
  for (const [type, code] of Object.entries(SCRIPTS)) writeFileSync(join(folder, `${type}.js`), code)
}
