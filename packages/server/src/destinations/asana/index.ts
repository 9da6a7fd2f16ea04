import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineDestination } from '../destination.ts'
import { expectAccepted } from '../http-service.ts'

const TITLES = { triggered: 'TRIGGERED', ok: 'RECOVERED', unknown: 'UNKNOWN' }
const STATE_TEXT = { triggered: 'has triggered', ok: 'has recovered', unknown: 'has an unknown state' }

const config = z.looseObject({
  pat: secret().min(1).max(1024).meta({ secret: true, title: 'Asana Personal Access Token' }),
  project_id: keepsSecrets(
    z
      .string()
      .regex(/^\d{1,30}$/, 'it must be the number of a project')
      .meta({ title: 'Asana Project ID' }),
  ),
})

/** Creates a task in a project. */
export default defineDestination({
  type: 'asana',
  name: 'Asana',
  icon: 'fa-asana',
  logo: readFileSync(new URL('logo.svg', import.meta.url), 'utf8'),
  config,
  async send({ alert, links }, { pat, project_id }, out) {
    const task = {
      name: `[Sightline Alert] ${TITLES[alert.state]}: ${alert.name}`,
      notes: `${alert.name} ${STATE_TEXT[alert.state]}.\nQuery: ${links.query}\nAlert: ${links.alert}`,
      projects: project_id,
    }
    const answer = await out.post({
      url: 'https://app.asana.com/api/1.0/tasks',
      headers: { authorization: `Bearer ${pat}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(task).toString(),
    })
    expectAccepted(answer)
  },
})
