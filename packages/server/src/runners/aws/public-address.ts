import { QueryError } from '../runner.ts'
import type { Scope } from './signature.ts'

/** @throws QueryError for what is no name of a region: it becomes a part of an address */
export function mustBeRegion(region: string): void {
  if (!/^[a-z0-9-]+$/.test(region)) throw new QueryError(`"${region}" is not the name of a region.`)
}

/**
 * Where everybody asks a service in a region.
 * @throws QueryError for what is no name of a region
 */
export function publicAddress({ region, service }: Scope): string {
  mustBeRegion(region)
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}
