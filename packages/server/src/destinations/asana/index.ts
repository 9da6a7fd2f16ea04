import { readFileSync } from 'node:fs'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineDestination } from '../destination.ts'
import { expectAccepted } from '../http-service.ts'

const titles = {
  triggered: (name: string) => i18n._('[Sightline Alert] TRIGGERED: {name}', { name }),
  ok: (name: string) => i18n._('[Sightline Alert] RECOVERED: {name}', { name }),
  unknown: (name: string) => i18n._('[Sightline Alert] UNKNOWN: {name}', { name }),
}
const sentences = {
  triggered: (name: string) => i18n._('{name} has triggered.', { name }),
  ok: (name: string) => i18n._('{name} has recovered.', { name }),
  unknown: (name: string) => i18n._('{name} has an unknown state.', { name }),
}

const config = z.looseObject({
  pat: secret().min(1).max(1024).meta({ secret: true, title: 'Asana Personal Access Token' }),
  project_id: keepsSecrets(
    z
      .string()
      .regex(/^\d{1,30}$/, { error: () => i18n._('it must be the number of a project') })
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
      name: titles[alert.state](alert.name),
      notes: `${sentences[alert.state](alert.name)}\n${i18n._('Query')}: ${links.query}\n${i18n._('Alert')}: ${links.alert}`,
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
