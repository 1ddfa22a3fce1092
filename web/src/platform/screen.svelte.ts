// How much room there is: a phone's layout, a low one, the table alone, or the table with the panel beside it.

class Screen {
  width = $state(innerWidth)
  height = $state(innerHeight)
  compact = $derived(this.width < 700 || this.height < 560) // a phone, upright or on its side
  low = $derived(this.height < 560 && this.width >= 560) // on its side, a short window, or a page that was zoomed
  slim = $derived(this.compact || this.width < 1100) // no room for the panel: it comes up when asked for
  short = $derived(this.height < 700)

  constructor() {
    window.addEventListener('resize', () => ([this.width, this.height] = [innerWidth, innerHeight]))
  }
}

export const screen = new Screen()
