"""Training the neural player: rollouts, losses, the network, its evaluation (`pip install haggis-cards[train]`)."""
