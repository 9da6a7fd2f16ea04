import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { type StartedProgram, startProgram } from './started-program.ts'

export interface StartedServer extends StartedProgram {
  url: string
  port: number
}

/** Starts a Prometheus server that scrapes itself four times a second. */
export async function startPrometheus(): Promise<StartedServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = await startProgram({
    name: 'Prometheus',
    paths: ['/usr/bin/prometheus', '/usr/local/bin/prometheus'],
    debianPackage: 'prometheus',
    async prepare(folder) {
      const file = join(folder, 'prometheus.yml')
      const job = `{job_name: self, static_configs: [{targets: ["127.0.0.1:${port}"]}]}`
      await writeFile(file, `global: {scrape_interval: 250ms}\nscrape_configs: [${job}]\n`)
      const args = [
        `--config.file=${file}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ]
      return { args, readyAt: `${url}/-/ready` }
    },
  })
  return { ...started, url, port }
}

/** Starts an InfluxDB 1 server with an admin, `analyst`, and an empty database, `shop`. */
export async function startInfluxdb(): Promise<StartedServer & { password: string }> {
  const [port, backupPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const password = 'influx-secret'
  const started = await startProgram({
    name: 'InfluxDB',
    paths: ['/usr/bin/influxd', '/usr/local/bin/influxd'],
    debianPackage: 'influxdb',
    async prepare(folder) {
      const file = join(folder, 'influxdb.conf')
      await writeFile(file, influxSettings(folder, port, backupPort))
      return { args: ['-config', file], readyAt: `${url}/ping` }
    },
  })
  const ask = async (q: string) => {
    const login = `Basic ${Buffer.from(`analyst:${password}`).toString('base64')}`
    const answer = await fetch(`${url}/query`, {
      method: 'POST',
      body: new URLSearchParams({ q }),
      headers: { authorization: login },
    })
    const text = await answer.text()
    // A statement that failed is reported inside of a successful answer.
    if (!answer.ok || text.includes('"error"')) throw new Error(text)
  }
  // Both statements may be repeated. On a busy machine the first ones after the start were seen to fail.
  const setUp = async () => {
    await ask(`CREATE USER analyst WITH PASSWORD '${password}' WITH ALL PRIVILEGES`)
    await ask('CREATE DATABASE shop')
  }
  await setUp().catch(() => sleep(1000).then(setUp))
  return { ...started, url, port, password }
}

const influxSettings = (folder: string, port: number, backupPort: number) => `reporting-disabled = true
bind-address = "127.0.0.1:${backupPort}"
[meta]
  dir = "${folder}/meta"
[data]
  dir = "${folder}/data"
  wal-dir = "${folder}/wal"
  query-log-enabled = false
[monitor]
  store-enabled = false
[http]
  bind-address = "127.0.0.1:${port}"
  auth-enabled = true
  log-enabled = false
`
