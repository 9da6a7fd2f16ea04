import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { stagesOf } from '../testing/container/dockerfile.ts'

const CHART = 'deploy/helm/sightline'
const read = (path: string) => readFileSync(path, 'utf8')
const templates = globSync(`${CHART}/templates/*`).map(read).join('\n')
const values = parse(read(`${CHART}/values.yaml`))

/** The last stage of the Dockerfile. */
const image = stagesOf(read('Dockerfile')).at(-1)
const textOf = (name: string) => image?.instructions.find((one) => one.name === name)?.text ?? ''

/** The paths of all values, such as `web.replicas`, without those below free-form ones. */
function pathsOf(value: unknown, path = ''): string[] {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  if (!isGroup || path.endsWith('resources')) return [path]
  return Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, path === '' ? name : `${path}.${name}`))
}

describe('the Helm chart', () => {
  it('is for this version of Sightline, as is the compose file (OPEN-288)', () => {
    const { version } = JSON.parse(read('package.json'))
    expect(parse(read(`${CHART}/Chart.yaml`))).toMatchObject({ version, appVersion: version })
    expect(read('deploy/compose/compose.yaml')).toContain(`:-sightline:${version}}`)
  })

  it('has a default for each value that it reads, and reads each (OPEN-288)', () => {
    const named = [...templates.matchAll(/\.Values\.([\w.]+)|\$values\.([\w.]+)/g)].map(([, one, other]) => one ?? other)
    expect([...new Set(named)].sort()).toEqual(pathsOf(values).sort())
  })

  it('runs the image as its user, with its ports and the volume around the data directory (OPEN-288)', () => {
    const [uid, gid] = textOf('USER').split(':')
    for (const line of [`runAsUser: ${uid}`, `runAsGroup: ${gid}`, `fsGroup: ${gid}`]) expect(templates).toContain(line)
    const ports = [...templates.matchAll(/"port" (\d+)/g)].map(([, port]) => port)
    expect(ports.sort()).toEqual(textOf('EXPOSE').split(' ').sort())
    const [volume = ''] = JSON.parse(textOf('VOLUME'))
    expect(templates).toContain(`mountPath: ${volume} }`)
    expect(templates).toContain(`value: ${volume}/data }`)
  })

  it('takes all rights from its pods (OPEN-288)', () => {
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'drop: [ALL]',
      'type: RuntimeDefault',
      'automountServiceAccountToken: false',
    ])
      expect(templates).toContain(line)
  })
})
