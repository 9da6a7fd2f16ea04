import { registry } from '@sightline/domain/registry.ts'
import type { DestinationType } from './destination.ts'

/** Every kind of alert destination, one line per type. */
export const destinations = registry<DestinationType>('Destination', [])
