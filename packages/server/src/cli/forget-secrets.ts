import * as audit from '../features/audit/service.ts'
import * as dataSources from '../features/data-sources/options.ts'
import * as destinations from '../features/destinations/options.ts'
import { resetKeyCheck } from '../features/setup/stored-secrets.ts'
import { dropNewKey } from '../platform/crypto/secret-key.ts'
import type { Db } from '../platform/db/db.ts'
import { type Command, type CommandServices, OPERATOR } from './command.ts'

export const forgetSecrets: Command = {
  name: 'forget-secrets',
  takes: [],
  options: { confirm: { type: 'boolean' } },
  ignoresKeyCheck: true,
  help: [
    'The last way out when the secret key is lost. Stop all processes of Sightline first.',
    'Empties the options of all data sources and alert destinations that the key does not read, for good,',
    'so that they have to be entered again, and starts over with the key that the server has now.',
    'Without --confirm it only says which these are.',
  ],
  run: ({ services, isSet }) => (isSet('confirm') ? forget(services) : preview(services)),
}

async function forget({ db, now, config }: CommandServices): Promise<string> {
  const key = config.secretKey
  const locked = await db.transaction(async (tx) => {
    const found = await unreadableIn(tx, key)
    await dataSources.clearOptions(tx, key, found.dataSources)
    await destinations.clearOptions(tx, key, found.destinations)
    await resetKeyCheck(tx, key)
    const details = { data_sources: namesOf(found.dataSources), destinations: namesOf(found.destinations) }
    await audit.record({ db: tx, now }, { actor: OPERATOR, origin: null, action: 'secret_key.forget', details })
    return found
  })
  return `Sightline has forgotten ${listed(locked)}. Start it and enter them again.`
}

async function preview({ db, config }: CommandServices): Promise<string> {
  const locked = await unreadableIn(db, config.secretKey)
  // The lost key may still be found and restored at this path.
  if (config.isSecretKeyNew && config.secretKeyFile !== null) dropNewKey(config.secretKeyFile)
  return `Nothing was changed. With --confirm, Sightline forgets ${listed(locked)}, for good.`
}

interface Named {
  id: number
  name: string
}
/** Records whose options the key does not decrypt. */
interface Unreadable {
  dataSources: Named[]
  destinations: Named[]
}

const unreadableIn = async (db: Db, key: string): Promise<Unreadable> => ({
  dataSources: await dataSources.unreadableOptions(db, key),
  destinations: await destinations.unreadableOptions(db, key),
})

const namesOf = (records: Named[]) => records.map(({ name }) => name)

function listed({ dataSources: sources, destinations: others }: Unreadable): string {
  const quoted = (records: Named[]) => namesOf(records).map((name) => `"${name}"`)
  if (sources.length + others.length === 0) return 'no options, as the key reads all there are'
  const parts = [
    ...(sources.length > 0 ? [`the data sources ${quoted(sources).join(', ')}`] : []),
    ...(others.length > 0 ? [`the alert destinations ${quoted(others).join(', ')}`] : []),
  ]
  return `the options of ${parts.join(' and of ')}`
}
