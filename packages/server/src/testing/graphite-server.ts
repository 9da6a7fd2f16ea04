import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { startProgram } from './started-program.ts'
import type { StartedServer } from './time-series-servers.ts'

const PYTHON = '/usr/bin/python3'
const GRAPHITE = '/usr/lib/python3/dist-packages/graphite'

/** Starts Graphite's web application over one metric, `shop.orders`, with the values 1.5 and 2 in the last minutes. */
export async function startGraphite(): Promise<StartedServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = await startProgram({
    name: 'Graphite',
    paths: [PYTHON],
    debianPackage: 'graphite-web',
    async prepare(folder) {
      const storage = join(folder, 'storage')
      for (const part of ['whisper/shop', 'log/webapp']) await mkdir(join(storage, part), { recursive: true })
      await writeFile(join(folder, 'graphite_for_tests.py'), settings(storage))
      const seeded = spawnSync(PYTHON, ['-c', seed(join(storage, 'whisper/shop/orders.wsp'))], { encoding: 'utf8' })
      if (seeded.status !== 0)
        throw new Error(`Graphite is missing: install it with "sudo apt-get install graphite-web". ${seeded.stderr}`)
      return {
        args: ['-m', 'django', 'runserver', `127.0.0.1:${port}`, '--noreload', '--settings', 'graphite_for_tests'],
        env: { PYTHONPATH: `${folder}:${GRAPHITE}`, GRAPHITE_STORAGE_DIR: storage },
        readyAt: `${url}/metrics/index.json`,
      }
    },
  })
  return { ...started, url, port }
}

const settings = (storage: string) => `from graphite.settings import *
SECRET_KEY = 'for tests'
STORAGE_DIR = '${storage}'
WHISPER_DIR = '${storage}/whisper'
STANDARD_DIRS = [WHISPER_DIR]
LOG_DIR = '${storage}/log/webapp'
INDEX_FILE = '${storage}/index'
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': '${storage}/graphite.db'}}
ALLOWED_HOSTS = ['*']
CARBONLINK_HOSTS = []
`

const seed = (path: string) => `import time, whisper
whisper.create('${path}', [(60, 1440)])
now = int(time.time()) // 60 * 60
whisper.update_many('${path}', [(now - 180, 1.5), (now - 120, 2)])`
