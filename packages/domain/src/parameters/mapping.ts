import type { Definition } from './definition.ts'

/** Where a widget takes the value of a parameter from. */
export interface Mapping {
  name: string
  type: 'dashboard-level' | 'widget-level' | 'static-value'
  /** The parameter of the dashboard that gives the value. */
  mapTo: string
  value: unknown
  /** '' for the parameter's own. */
  title: string
}

/** The mapping of a parameter for which a widget has stored none. An old-style global one belongs to the whole dashboard. */
export function unstoredMapping({ name, global }: Pick<Definition, 'name' | 'global'>): Mapping {
  return { name, type: global === true ? 'dashboard-level' : 'widget-level', mapTo: name, value: null, title: '' }
}
