import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stagesOf } from './dockerfile.ts'

it('a Dockerfile is read in stages, with options, JSON lists and continued lines (OPEN-286)', () => {
  const text =
    '# syntax\nFROM base:1 AS one\nRUN npm ci && \\\n  npm start\nFROM two\nCOPY --from=one --chown=1:2 /a /b\nHEALTHCHECK --interval=3s \\\n  CMD ["node", "x"]\n'
  expect(stagesOf(text)).toEqual([
    {
      name: 'one',
      base: 'base:1',
      instructions: [{ name: 'RUN', flags: {}, args: ['npm', 'ci', '&&', 'npm', 'start'], text: 'npm ci && npm start' }],
    },
    {
      name: null,
      base: 'two',
      instructions: [
        { name: 'COPY', flags: { from: 'one', chown: '1:2' }, args: ['/a', '/b'], text: '/a /b' },
        { name: 'HEALTHCHECK', flags: { interval: '3s' }, args: ['node', 'x'], text: 'CMD ["node", "x"]' },
      ],
    },
  ])
  expect(() => stagesOf('RUN true\n')).toThrow('RUN stands before the first FROM.')
})

describe('the image', () => {
  const stages = stagesOf(readFileSync('Dockerfile', 'utf8'))
  const last = stages.at(-1)
  const textOf = (name: string) => last?.instructions.find((one) => one.name === name)?.text

  it('is made with the version of Node.js that the product is tested with (OPEN-286)', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const bases = stages.slice(0, -1).map(({ base }) => base)
    const image = `node:${dependencies.node}-bookworm`
    expect(bases.map((base) => base.replace(/-slim$/, ''))).toEqual(bases.map(() => image))
  })

  it('runs nothing while its last stage is built, as its base has no shell (OPEN-286)', () => {
    expect(last?.instructions.map(({ name }) => name)).not.toContain('RUN')
  })

  it('starts as a user whose id Kubernetes can tell from that of the superuser (OPEN-286)', () => {
    expect(textOf('USER')).toBe('65532:65532')
  })
})
