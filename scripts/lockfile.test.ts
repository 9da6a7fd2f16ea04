import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the lockfile installs the native tools of Lingui under the older Node.js that may run npm', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { engines?: unknown }>
  }
  const binaries = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/@lingui/native-tools-'))
  expect(binaries.length).toBeGreaterThan(0)
  // npm silently leaves out optional packages whose `engines` do not fit, although the project runs with a Node.js of its own.
  expect(binaries.flatMap(([path, { engines }]) => (engines === undefined ? [] : path))).toEqual([])
})
