import type { Services } from '../../platform/context.ts'
import { OrganizationSettings } from './settings.ts'
import * as store from './store.ts'

/** The organization's settings, defaults filled in; before set-up, the defaults. */
export async function readSettings({ db }: Pick<Services, 'db'>): Promise<OrganizationSettings> {
  const organization = await store.findOrganization(db)
  return OrganizationSettings.parse(organization?.settings ?? {})
}
