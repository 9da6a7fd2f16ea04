import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const RULES = fileURLToPath(new URL('../../../../../deploy/prometheus/alerts.yaml', import.meta.url))

it('the shipped alert rules are valid for Prometheus (OPEN-284)', async () => {
  const { stdout } = await promisify(execFile)('promtool', ['check', 'rules', RULES])
  expect(stdout).toMatch(/SUCCESS: \d+ rules found/)
})
