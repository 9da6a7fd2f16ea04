/** What those who may edit a dashboard can do with one of its widgets. */
export interface WidgetEditing {
  onRemove(): void
  onDuplicate(): void
  /** Of a textbox; null for others. */
  onText: (() => void) | null
  /** The mapping of the parameters; null for a widget without any. */
  onParameters: (() => void) | null
  /** Whether clicked marks filter the dashboard; null where there are no marks to click. */
  picking: { isOn: boolean; onToggle(): void } | null
}
