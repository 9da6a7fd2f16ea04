import { hostname } from 'node:os'
import { detectResources, type Resource, resourceAttributesEnvDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { VERSION } from '../version.ts'
import type { Sender } from './open.ts'

/** Name of what records spans and metrics. */
export const SCOPE = { name: 'sightline', version: VERSION }

/** The attributes of this process, sent with all of its spans and metrics. The operator's `OTEL_RESOURCE_ATTRIBUTES` come before ours. */
export function resourceOf({ openTelemetry, role, instance }: Sender): Resource {
  const { serviceName } = openTelemetry
  const ours = resourceFromAttributes({
    'service.name': 'sightline',
    'service.version': VERSION,
    'service.instance.id': instance,
    'host.name': hostname(),
    'process.pid': process.pid,
    'sightline.role': role,
  })
  return ours
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
    .merge(resourceFromAttributes(serviceName === null ? {} : { 'service.name': serviceName }))
}
