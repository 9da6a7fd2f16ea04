import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ImportReport, transferKinds } from '@sightline/contract/transfer.ts'
import * as audit from '../features/audit/service.ts'
import { exportText } from '../features/transfer/export.ts'
import { importText } from '../features/transfer/import.ts'
import * as operator from '../features/users/operator.ts'
import { OPERATOR, type ServiceCommand } from './command.ts'

export const exportAll: ServiceCommand = {
  name: 'export',
  takes: ['<file>'],
  options: {},
  help: [
    'Writes queries, visualizations, dashboards, comments, alerts, subscriptions, snippets, groups, users, data sources and',
    'destinations into a new JSON file.',
    'Passwords, keys and other secrets are left out.',
  ],
  async run({ services, given: [file = ''] }) {
    // Only the operator may read the file, since it lists all users. An existing file is not overwritten.
    const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
    await pipeline(Readable.from(exportText(services, async (_, widgetIds) => widgetIds)), target)
    await audit.record(services, { actor: OPERATOR, origin: null, action: 'installation.export' })
    return `Everything is in ${file}.`
  },
}

export const importAll: ServiceCommand = {
  name: 'import',
  takes: ['<file>'],
  options: { owner: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  help: [
    'Makes what an export holds, or answers of the API that were saved in a file. What is here already stays as it is.',
    '--owner <email> says whose things are that belong to nobody here. With --dry-run it only says what it would make.',
    'Imported users are invited without a mail; imported data sources are paused until their secrets are entered.',
    'Those of destinations have to be entered again as well.',
  ],
  async run({ services, given: [file = ''], text, isSet }) {
    const email = text('owner')
    if (email === undefined) throw new Error('Say with --owner whose things are that belong to nobody here.')
    const ownerId = await operator.idOf(services, email)
    const importer = { actor: OPERATOR, origin: null, ownerId }
    return lines(await importText(services, importer, await readFile(file, 'utf8'), isSet('dry-run')))
  },
}

function lines({ is_dry_run, made, kept, notes }: ImportReport): string {
  const counts = transferKinds.flatMap((kind) =>
    made[kind] + kept[kind] === 0 ? [] : [`${kind.replaceAll('_', ' ')}: ${made[kind]} new, ${kept[kind]} here already`],
  )
  return [is_dry_run ? 'This would be made:' : 'This was made:', ...counts, ...notes].join('\n')
}
