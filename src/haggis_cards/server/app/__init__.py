"""The web application: routes, sockets, static files, and the processes behind one port."""
