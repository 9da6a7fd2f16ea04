import { keyName } from '../../ui/key-names.ts'

const mod = keyName('Ctrl')

/** The keyboard shortcuts, by where they work: for their list, and for their page in the help. */
export const shortcutGroups = [
  {
    title: 'Everywhere',
    shortcuts: [
      { keys: [mod, 'K'], text: 'Go to anything, or do something' },
      { keys: ['/'], text: 'Search queries' },
      { keys: ['C', 'Q'], text: 'Create a query' },
      { keys: ['C', 'D'], text: 'Create a dashboard' },
      { keys: ['C', 'A'], text: 'Create an alert' },
      { keys: ['G', 'Q'], text: 'Go to queries' },
      { keys: ['G', 'D'], text: 'Go to dashboards' },
      { keys: ['G', 'A'], text: 'Go to alerts' },
      { keys: ['?'], text: 'This list' },
    ],
  },
  {
    title: 'Query',
    shortcuts: [
      { keys: [mod, '↵'], text: 'Execute, or execute the selection' },
      { keys: [mod, 'S'], text: 'Save' },
      { keys: [mod, 'P'], text: 'Add a parameter, in the text' },
      { keys: [mod, 'Shift', 'F'], text: 'Format' },
      { keys: [mod, 'F'], text: 'Find and replace, in the text' },
      { keys: ['Esc', 'Tab'], text: 'Leave the text, where Tab alone indents' },
    ],
  },
]
