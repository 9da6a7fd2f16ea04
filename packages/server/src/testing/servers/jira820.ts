import { answersAt } from '../started-program.ts'
import { pythonServer } from './python-server.ts'

const VERSION = '0.12.0'

/** jira820, which mocks Jira Data Center 8.20 with issues of its own, without identities. It evaluates JQL, and ignores what it cannot read. */
export const jira820Server = pythonServer({
  name: 'jira820',
  version: VERSION,
  packages: [`jira820==${VERSION}`],
  prepare: async ({ port }) => ({
    args: ['-m', 'jira820'],
    env: { JIRA820_PORT: String(port), JIRA820_DATE: '2024-03-31' },
    isReady: () => answersAt(`http://127.0.0.1:${port}/rest/api/2/serverInfo`),
  }),
})
