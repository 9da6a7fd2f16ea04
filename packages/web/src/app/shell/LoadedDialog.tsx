import { Component, type ReactNode, Suspense } from 'react'
import { notify } from '../notify.ts'

interface LoadedDialogProps {
  children: ReactNode
  onClose(): void
}

/** A dialog whose code is loaded when it is wanted. One that cannot be had is told, and takes nothing of the page along. */
export class LoadedDialog extends Component<LoadedDialogProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override componentDidCatch() {
    notify.error('The dialog could not be opened.')
    this.props.onClose()
  }
  override render() {
    return this.state.hasFailed ? null : <Suspense fallback={null}>{this.props.children}</Suspense>
  }
}
