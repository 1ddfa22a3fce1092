// Questions one after the other: a late answer to an earlier one is dropped, and a failure is told in words.
import { wordsOf } from '../platform/trouble.svelte'

export class Asking {
  problem = $state('')
  private turn = 0

  protected async ask<T>(question: () => Promise<T>, then: (answer: T) => void, failed: () => void): Promise<void> {
    const turn = ++this.turn
    this.problem = ''
    try {
      const answer = await question()
      if (turn === this.turn) then(answer)
    } catch (error) {
      if (turn !== this.turn) return
      this.problem = wordsOf(error)
      failed()
    }
  }

  /** Nobody waits for an answer any more. */
  protected drop(): void {
    this.turn++
  }
}
