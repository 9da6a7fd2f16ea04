import { parsePo } from 'pofile-ts'

/**
 * Where the texts of the core screens are: the shell with its palette and its help, sign-in, home, the lists, the page of a query with its
 * result, explore, dashboards, alerts, settings, users, the profile, data sources, their dialogs and mails, and the controls that all of them
 * share. Folders end with a slash, and other paths are beginnings of file names.
 */
const CORE_PATHS = [
  ...within('src/', ['api/', 'editor/', 'results/']),
  ...within('src/app/', [
    ...[
      'LazyDialog',
      'MailWarning',
      'MarkActions',
      'PageError',
      'SettingsPage',
      'SignInAgainDialog',
      'TypedEditPage',
      'confirm',
    ],
    ...[
      'connection-notices',
      'form-mutations',
      'help/',
      'list-note',
      'notify',
      'open-as-query',
      'root-routes',
      'settings-entries',
    ],
    ...['shell/', 'theme/'],
  ]),
  ...within('src/features/', [
    'data-sources/',
    'executions/',
    'help/',
    'home/',
    'second-factor/',
    'session/',
    'settings/',
    'users/',
  ]),
  ...within('src/features/queries/', ['api', 'explore/', 'history/PastExecutionsDialog', 'list/', 'page/', 'parameters/']),
  ...within('src/features/dashboards/', [
    ...['CreateDialog', 'list/', 'mapping/', 'page/', 'public/', 'sections/', 'tabs/', 'values/', 'widget/'],
  ]),
  ...within('src/ui/', [
    ...[
      'create-steps/',
      'data-table/',
      'dynamic-form/',
      'filters/',
      'parameters/',
      'permissions/',
      'schedule/',
      'second-factor/',
    ],
    ...['AlertBadges', 'calendar-props', 'CopyButton', 'Dialog'],
    ...['DividerMenu', 'EmptyState', 'FavoriteStar', 'HealthMark', 'Items', 'ListSkeleton', 'MoveHandle', 'NothingFound'],
    ...['Paginator', 'SearchBox', 'SelectItemsDialog', 'StatusBadge', 'TagsControl', 'TextParameterSwitches', 'TimeAgo'],
    'form-fields',
  ]),
  // These screens also show texts of the code that they share with the server, and of its answers.
  ...within('../contract/src/', ['errors.ts', 'input-problems.ts']),
  ...within('../domain/src/', [
    'alerts/',
    ...['chart-data/', 'execution-state', 'explanation-text', 'explore/', 'filters/', 'format/', 'health', 'limited-result'],
    ...['mustache', 'parameters/', 'schedule/', 'sql-text/', 'visualization-names'],
  ]),
  ...within('../domain/src/dashboards/', ['click-link', 'mappings', 'sections', 'tabs', 'text-values']),
  ...within('../server/src/', [
    ...[
      'features/alerts/',
      'features/data-sources/',
      'features/executions/',
      'features/queries/',
      'features/settings/',
      'features/users/',
    ],
    ...['platform/documents/', 'platform/http/', 'platform/type-options', 'platform/zod-messages'],
  ]),
  '../server/src/features/dashboards/widgets',
]

function within(folder: string, names: readonly string[]): string[] {
  return names.map((name) => folder + name)
}

/**
 * The texts of the core screens that a catalogue leaves in English.
 * @param catalogue a PO file of gettext, with the source files of each text relative to `packages/web`
 */
export const untranslatedCoreTexts = (catalogue: string): string[] =>
  parsePo(catalogue)
    .items.filter(({ msgstr: [text = ''], references }) => text === '' && references.some(isOfCore))
    .map(({ msgid }) => msgid)

const isOfCore = (file: string) => CORE_PATHS.some((path) => file.startsWith(path))
