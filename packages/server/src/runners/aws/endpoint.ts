import { QueryError } from '../runner.ts'
import type { SigningScope } from './signature.ts'

/** @throws QueryError for what is no name of a region: it becomes a part of an address */
export function checkRegion(region: string): void {
  if (!/^[a-z0-9-]+$/.test(region)) throw new QueryError(`"${region}" is not the name of a region.`)
}

/**
 * Where everybody asks a service in a region.
 * @throws QueryError for what is no name of a region
 */
export function publicEndpoint({ region, service }: SigningScope): string {
  checkRegion(region)
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}
