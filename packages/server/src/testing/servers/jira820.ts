import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answersAt } from '../started-program.ts'
import { pythonServer } from './python-server.ts'

const VERSION = '0.12.0'

/** Issues of each of its six modules that are not those of an epic. Most have no sub-tasks. */
const STANDALONE = 11_900

/** The issues that it then has, with keys from 1 on. */
export const JIRA820_ISSUES = 99_702

/** jira820, which mocks Jira Data Center 8.20 with issues of its own, without identities. It evaluates JQL, and ignores what it cannot read. */
export const jira820Server = pythonServer({
  name: 'jira820',
  version: VERSION,
  packages: [`jira820==${VERSION}`],
  async prepare({ folder, port }) {
    const config = join(folder, 'config.yaml')
    await writeFile(config, `standalone_per_module: ${STANDALONE}`)
    return {
      args: ['-m', 'jira820'],
      env: { JIRA820_PORT: String(port), JIRA820_DATE: '2024-03-31', JIRA820_CONFIG: config },
      isReady: () => answersAt(`http://127.0.0.1:${port}/rest/api/2/serverInfo`),
    }
  },
})
