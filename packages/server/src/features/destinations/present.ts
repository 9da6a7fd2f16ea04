import type { AdminDestination, Destination } from '@sightline/contract/destinations.ts'
import type { AnyDestinationType } from '../../destinations/destination.ts'
import { maskSecrets } from '../../platform/type-options.ts'
import type { DestinationRow } from './store.ts'

/** A destination as everybody may see it: never with options. */
export function present(
  { id, name, type }: Pick<DestinationRow, 'id' | 'name' | 'type'>,
  { icon }: AnyDestinationType,
): Destination {
  return { id, name, type, icon }
}

/** The same for admins: with the options, every secret masked. */
export function presentForAdmin(
  row: DestinationRow,
  type: AnyDestinationType,
  options: Record<string, unknown>,
): AdminDestination {
  return { ...present(row, type), options: maskSecrets(type.config, options) }
}
