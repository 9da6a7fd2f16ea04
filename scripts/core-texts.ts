import { parsePo } from 'pofile-ts'

/**
 * Where the texts of the core screens are: the shell, sign-in, home, the lists, the page of a query with its result, dashboards, and the
 * controls that all of them share. Folders end with a slash, and other paths are beginnings of file names.
 */
const CORE_PATHS = [
  ...within('src/app/shell/', ['FavoritesMenu', 'Header', 'NavigationMenu', 'ProfileMenu', 'Shell.tsx', 'use-item-search']),
  ...within('src/app/', [
    ...['MarkActions', 'PageError', 'SettingsPage', 'SignInAgainDialog', 'confirm', 'connection-notices', 'form-mutations'],
    ...['list-note', 'notify', 'root-routes', 'settings-entries', 'theme/'],
  ]),
  ...within('src/features/', ['session/', 'queries/list/']),
  ...within('src/features/home/', ['Attention', 'FavoriteCards', 'HomePage', 'Notices', 'RecentWork']),
  ...within('src/features/queries/page/', [
    ...['BottomBar', 'EditorPane', 'ExecutionControls', 'Panes', 'QueryActions', 'QueryHead', 'QueryPage', 'ReadOnlyNote'],
    ...[
      'ResultPane',
      'SchemaTree',
      'ShareMenu',
      'SourcePane',
      'VisualizationTabs',
      'index.tsx',
      'query-saving',
      'use-query-run',
    ],
    'visualization-tabs',
  ]),
  ...within('src/features/dashboards/', ['list/', 'public/', 'tabs/', 'values/', 'widget/']),
  ...within('src/features/dashboards/page/', [
    ...['DashboardActionButtons', 'DashboardHead', 'DashboardPage', 'DashboardWidgets', 'EditControls', 'EmptyDashboard'],
    ...['RefreshControl', 'ShareDialog'],
  ]),
  ...within('src/ui/', [
    ...[
      'filters/',
      'parameters/',
      'permissions/',
      'AlertBadges',
      'CopyButton',
      'Dialog',
      'EmptyState',
      'FavoriteStar',
      'HealthMark',
    ],
    ...['Items', 'ListSkeleton', 'MoveHandle', 'NothingFound', 'Paginator', 'SearchBox', 'SelectItemsDialog', 'StatusBadge'],
    ...['TagsControl', 'TimeAgo', 'form-fields'],
  ]),
  ...within('src/ui/data-table/', [
    ...['CellPopover', 'ColumnFilterCard', 'ColumnMenu', 'MatchCount', 'RowPager', 'Table', 'copy-cells', 'selection-sums'],
  ]),
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
