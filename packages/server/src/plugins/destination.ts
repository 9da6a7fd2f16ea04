import type { DestinationType, Options, Transport } from '@sightline/contract/plug-in.ts'
import {
  type AnyDestinationType,
  DeliveryFailed,
  defineDestination,
  type OutboundTransport,
} from '../destinations/destination.ts'
import { optionsSchema } from './options.ts'

/** Makes a destination type of one of a plug-in. */
export function pluginDestination(destination: DestinationType): AnyDestinationType {
  const { type, name, logo, options: fields } = destination
  return defineDestination({
    type,
    name,
    icon: 'fa-plug',
    logo,
    config: optionsSchema(fields),
    send: ({ key, alert, query, subject, body, links }, options, out) => {
      const { id, name: alertName, state } = alert
      const notification = {
        key,
        alert: { id, name: alertName, state },
        query: { id: query.id, name: query.name },
        subject,
        body,
        links,
      }
      return inWords(() => destination.send(notification, options as Options, transport(out)))
    },
    ...(destination.report && {
      report: async ({ key, object, link, text }, options, out) =>
        inWords(async () => destination.report?.({ key, object, link, text }, options as Options, transport(out))),
    }),
  })
}

/** Only what the contract names: mail, for one, needs the server's own address. */
const transport = (out: OutboundTransport): Transport => ({ now: () => out.now(), post: (call) => out.post(call) })

/** An error of a plug-in is a sentence for people, as the contract says. Those of JavaScript itself are faults of the plug-in. */
async function inWords(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isFault = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
    if (error instanceof DeliveryFailed || isFault || !(error instanceof Error)) throw error
    throw new DeliveryFailed(error.message, { mayRetry: false, cause: error })
  }
}
