import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkImage } from './deploy/image.ts'
import { installTools, type Tools } from './deploy/tools.ts'

// Checks what installs Sightline in containers: `npm run test:deploy`. The compose file and the Helm chart are checked by programs of
// others, which it installs with Go and Python; the image is built and started without a container engine.

const COMPOSE = 'deploy/compose/compose.yaml'
const CHART = 'deploy/helm/sightline'
/** The oldest version of Kubernetes that the chart is for, and a newer one. */
const VERSIONS = ['1.30', '1.34']

const KEY = 'secrets.secretKey=a-text-of-at-least-thirty-two-characters'
const DATABASE = 'secrets.databaseUrl=postgres://sightline@db/sightline'
const PEERS = 'networkPolicy.from=[{"namespaceSelector":{"matchLabels":{"name":"ingress"}}}]'

/** Values for which the chart is rendered. */
const RENDERED: Record<string, string[]> = {
  'two roles': ['--set', `${KEY},${DATABASE}`],
  'two roles with all options': [
    ...['--set', `${KEY},${DATABASE},adminEmail=ada@example.com,secrets.adminPassword=x,trustedProxies=10.1.0.0/16`],
    ...['--set', 'web.autoscaling.enabled=true,ingress.enabled=true,ingress.tlsSecret=tls,ingress.className=nginx'],
    ...['--set', 'settings.SIGHTLINE_LOG_LEVEL=warn,networkPolicy.enabled=true', '--set-json', PEERS],
  ],
  'one pod with the embedded database': ['--set', 'mode=embedded,secrets.existing=mine,networkPolicy.enabled=true'],
}

/** Values that the chart refuses, with a part of its sentence. */
const REFUSED: [string[], string][] = [
  [[], 'Set secrets.secretKey'],
  [['--set', KEY], 'Set secrets.databaseUrl'],
  [['--set', `${KEY},mode=embedded,adminEmail=ada@example.com`], 'Set secrets.adminPassword'],
  [['--set', 'mode=both'], 'mode'],
  [['--set', `${KEY},${DATABASE},settings.LOG_LEVEL=warn`], 'LOG_LEVEL'],
]

const folder = mkdtempSync(join(tmpdir(), 'sightline-deploy-'))
try {
  checkAll(installTools())
  console.log(await checkImage(folder))
} catch (error) {
  // A plain Error contains a sentence, or what a program wrote.
  if (!(error instanceof Error) || error.name !== 'Error') throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

function checkAll(tools: Tools): void {
  tools.compose('-no-interpolation', COMPOSE)
  console.log('The compose file conforms to the Compose Specification.')
  for (const version of VERSIONS) {
    const at = ['--kube-version', `${version}.0`]
    for (const [name, values] of Object.entries(RENDERED)) {
      tools.helm('lint', CHART, '--strict', ...at, ...values)
      const manifests = join(folder, 'manifests.yaml')
      writeFileSync(manifests, tools.helm('template', 'sightline', CHART, ...at, ...values))
      tools.kubernetes(version, manifests)
      console.log(`The chart for ${name} conforms to the schemas of Kubernetes ${version}.`)
    }
    for (const [values, sentence] of REFUSED) mustRefuse(() => tools.helm('template', CHART, ...at, ...values), sentence)
  }
  console.log('The chart refuses values that do not fit, with a sentence.')
}

function mustRefuse(render: () => string, sentence: string): void {
  try {
    render()
  } catch (error) {
    if (error instanceof Error && error.message.includes(sentence)) return
    throw error
  }
  throw new Error(`The chart was rendered, though it had to say: ${sentence}`)
}
