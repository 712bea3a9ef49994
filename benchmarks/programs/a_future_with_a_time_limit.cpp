#include <condition_variable>
#include <future>
#include <iostream>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
using namespace std;
int main() { auto read = [] { int n; cin >> n; return n; }; cout << "a? " << flush; auto a = async(launch::async, read); if (a.wait_for(5s) != future_status::ready) cout << "late"; cout << "b? " << flush; auto b = async(launch::async, read); if (b.wait_for(5s) != future_status::ready) cout << "late"; cout << "sum " << a.get() + b.get() << endl; }
