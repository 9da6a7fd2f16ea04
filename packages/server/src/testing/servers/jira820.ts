import { freePort } from '../postgres-server.ts'
import { answersAt, startAt } from '../started-program.ts'
import type { FetchedServer, StartedServer } from './fetched-server.ts'
import { pythonPackages } from './python.ts'

const VERSION = '0.12.0'
const packages = () => pythonPackages(`jira820==${VERSION}`)

/** jira820, which mocks Jira Data Center 8.20 with issues of its own, without identities. It evaluates JQL, and ignores what it cannot read. */
export const jira820Server: FetchedServer<StartedServer> = {
  name: 'jira820',
  version: VERSION,
  origin: 'PyPI',
  fetch: packages,
  async start() {
    const [env, port] = await Promise.all([packages(), freePort()])
    const started = await startAt({
      name: 'jira820',
      path: 'python3',
      prepare: async () => ({
        args: ['-m', 'jira820'],
        env: { ...env, JIRA820_PORT: String(port), JIRA820_DATE: '2024-03-31' },
        isReady: () => answersAt(`http://127.0.0.1:${port}/rest/api/2/serverInfo`),
      }),
      readyLimit: 120_000,
    })
    return { ...started, port }
  },
}
