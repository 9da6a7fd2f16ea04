import { isTimeZone } from '@sightline/domain/format/time-zone.ts'
import type { Services } from '../../platform/context.ts'
import { runners } from '../../runners/registry.ts'
import { ORGANIZATION_TIME_ZONE } from '../../runners/sql/option-fields.ts'
import { calendarOf, readSettings } from '../settings/service.ts'
import { readableOptions, type StoredOptions } from './options.ts'

/**
 * The IANA name of the time zone that each run on a data source sets for its session; null if the source keeps its own, or
 * if the stored name is unknown, which saving refuses.
 */
export async function sessionTimeZone(
  services: Pick<Services, 'db' | 'config'>,
  source: StoredOptions & { type: string },
): Promise<string | null> {
  const isOrganizations = runners.get(source.type)?.followsOrganizationZone === true
  const chosen = isOrganizations ? ORGANIZATION_TIME_ZONE : zoneOption(services, source)
  const name = chosen === ORGANIZATION_TIME_ZONE ? calendarOf(await readSettings(services)).timeZone : chosen
  return typeof name === 'string' && isTimeZone(name) ? name : null
}

const zoneOptions = new WeakMap<StoredOptions, { chosen: unknown }>()

/** The option of a row, kept as long as the row: each run asks for it, and decrypting all options takes longer than its other checks. */
function zoneOption(services: Pick<Services, 'config'>, source: StoredOptions): unknown {
  const known = zoneOptions.get(source)
  if (known !== undefined) return known.chosen
  const { session_time_zone: chosen } = readableOptions(services, source)
  zoneOptions.set(source, { chosen })
  return chosen
}
